import './environment';
import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ICredentialTestRequest,
	type ICredentialType,
	type INode,
	type INodeCredentialTestResult,
	type INodeType,
	UnexpectedError,
	Workflow,
} from 'n8n-workflow';

import { AppointmentSchedulingApi } from '../../../credentials/AppointmentSchedulingApi.credentials';
import { additionalData } from './additionalData';
import { CredentialsHelper } from './credentialsHelper';
import { defaultCredentials } from './installedNode';
import { loaded, type NodeClass, nodeTypes, noOpType, passingOn } from './nodeTypes';

export interface CredentialTestOptions {
	credentialType?: ICredentialType;
	/** The nodes that use the credential, one of which may test it (`testedBy`). */
	nodes?: NodeClass[];
	/** Laid over the default credential. */
	data?: ICredentialDataDecryptedObject;
}

function valueAt(value: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}

type TestFunction = NonNullable<
	NonNullable<NonNullable<INodeType['methods']>['credentialTest']>[string]
>;

function findTest(
	credentialType: ICredentialType,
	nodes: INodeType[],
): { request: ICredentialTestRequest; nodeType: INodeType } | TestFunction | undefined {
	const noOp = passingOn(() => {});
	if (credentialType.test) return { request: credentialType.test, nodeType: noOp };
	for (const nodeType of nodes) {
		for (const { name, testedBy } of nodeType.description.credentials ?? []) {
			if (name !== credentialType.name || !testedBy) continue;
			if (typeof testedBy !== 'string') return { request: testedBy, nodeType };
			return nodeType.methods?.credentialTest?.[testedBy];
		}
	}
	return undefined;
}

/** What the editor shows when the credential is saved, by the rules of n8n's credentials tester. */
export async function testCredential({
	credentialType = new AppointmentSchedulingApi(),
	nodes = [],
	data,
}: CredentialTestOptions = {}): Promise<INodeCredentialTestResult> {
	const test = findTest(credentialType, nodes.map(loaded));
	if (!test) return { status: 'Error', message: 'No testing function found for this credential.' };
	const credentialsHelper = new CredentialsHelper([credentialType], []);
	const base = additionalData({ credentialsHelper, workflowId: '', currentNodeParameters: {} });
	const decrypted: ICredentialsDecrypted = {
		id: 'credential-1',
		name: credentialType.displayName,
		type: credentialType.name,
		data: credentialsHelper.applyDefaults(
			base,
			{ ...defaultCredentials, ...data },
			credentialType.name,
			'internal',
		),
	};
	if (typeof test === 'function') {
		return await test.call(new CredentialTestContext(base), decrypted);
	}
	return await runRequestTest(test.request, test.nodeType, decrypted, base);
}

async function runRequestTest(
	{ request, rules = [] }: ICredentialTestRequest,
	{ description }: INodeType,
	decrypted: ICredentialsDecrypted,
	base: ReturnType<typeof additionalData>,
): Promise<INodeCredentialTestResult> {
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: noOpType,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [decrypted.type]: { id: decrypted.id, name: decrypted.name } },
	};
	const nodeType: INodeType = {
		description: {
			...description,
			credentials: [{ name: decrypted.type, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' },
			],
		},
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypes(() => nodeType),
	});
	const context = new ExecuteContext(
		workflow,
		node,
		base,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	let json: unknown;
	try {
		const output = await new RoutingNode(context, nodeType, decrypted).runNode();
		json = output?.[0]?.[0]?.json;
	} catch (error) {
		return { status: 'Error', message: failureMessage(error, rules) };
	}
	for (const rule of rules) {
		if (rule.type !== 'responseSuccessBody') continue;
		if (valueAt(json, rule.properties.key) === rule.properties.value) {
			return { status: 'Error', message: rule.properties.message };
		}
	}
	return { status: 'OK', message: 'Connection successful!' };
}

function failureMessage(error: unknown, rules: ICredentialTestRequest['rules'] = []): string {
	if (!(error instanceof Error)) throw new UnexpectedError('The test threw what is no error');
	const cause = error.cause as
		{ code?: string; response?: { status: number; statusText?: string } } | undefined;
	if (cause?.response) {
		const { status, statusText } = cause.response;
		for (const rule of rules) {
			if (rule.type === 'responseCode' && rule.properties.value === status) {
				return rule.properties.message;
			}
		}
		if (status < 199 || status > 299) return statusText || `Received HTTP status code: ${status}`;
	} else if (cause?.code) {
		return cause.code;
	}
	return error.message;
}
