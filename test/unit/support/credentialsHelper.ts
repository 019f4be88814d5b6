import './environment';
import { getAdditionalKeys } from 'n8n-core';
import {
	ICredentials,
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	isExpression,
	NodeHelpers,
	UnexpectedError,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { nodeTypes, noOpType } from './nodeTypes';

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
	data: ICredentialDataDecryptedObject;
}

class PlainCredentials extends ICredentials<ICredentialDataDecryptedObject> {
	async getData(): Promise<ICredentialDataDecryptedObject> {
		return JSON.parse(this.data ?? '{}');
	}

	getDataToSave() {
		return { id: this.id, name: this.name, type: this.type, data: this.data ?? '{}' };
	}

	async setData(data: ICredentialDataDecryptedObject) {
		this.data = JSON.stringify(data);
	}

	async updateData(toUpdate: ICredentialDataDecryptedObject, toDelete: string[] = []) {
		const data = { ...(await this.getData()), ...toUpdate };
		for (const key of toDelete) delete data[key];
		await this.setData(data);
	}
}

const placeholder: INode = {
	id: 'placeholder',
	name: '',
	type: noOpType,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** n8n's own rules for credentials, over a table in memory instead of its database. */
export class CredentialsHelper extends ICredentialsHelper {
	private readonly stored = new Map<string, PlainCredentials>();

	constructor(
		private readonly types: ICredentialType[],
		stored: StoredCredential[],
	) {
		super();
		for (const { id, name, type, data } of stored) {
			this.stored.set(id, new PlainCredentials({ id, name }, type, JSON.stringify(data)));
		}
	}

	private type(name: string): ICredentialType {
		const type = this.types.find((candidate) => candidate.name === name);
		if (!type) throw new UnexpectedError(`Unrecognized credential type: ${name}`);
		return type;
	}

	override getParentTypes(name: string): string[] {
		const parents = this.types.find((candidate) => candidate.name === name)?.extends ?? [];
		return parents.flatMap((parent) => [parent, ...this.getParentTypes(parent)]);
	}

	override isCredentialUsableByNode(credentialType: string, nodeType: string): boolean {
		const type = this.types.find((candidate) => candidate.name === credentialType);
		if (!type?.restrictToSupportedNodes) return true;
		return (type.supportedNodes ?? []).some((node) => nodeType.endsWith(`.${node}`));
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.type(typeName);
		if (authenticate === undefined) return options;
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		if (!workflow || !node) {
			throw new UnexpectedError(
				'Workflow and node are required for declarative credential authentication',
			);
		}
		const keys = { $credentials: credentials as never };
		const resolve = (value: string) =>
			isExpression(value)
				? String(
						workflow.expression.getSimpleParameterValue(
							node,
							value,
							'internal',
							keys,
							undefined,
							'',
						) || '',
					)
				: value;
		options.headers ??= {};
		const target = options as unknown as Record<string, Record<string, unknown>>;
		for (const [part, values] of Object.entries(authenticate.properties)) {
			const group = (target[part] ??= {});
			for (const [key, value] of Object.entries(values as Record<string, string>)) {
				group[resolve(key)] = resolve(value);
			}
		}
		return options;
	}

	override async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.type(typeName);
		const expirable = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		);
		if (!expirable || typeof type.preAuthentication !== 'function') return undefined;
		if (credentials[expirable.name] !== '' && !credentialsExpired) return undefined;
		const output = await type.preAuthentication.call(helpers, credentials);
		const details = node.credentials?.[typeName];
		if (output[expirable.name] === undefined || !details) return undefined;
		const stored = await (await this.getCredentials(details, typeName)).getData();
		await this.updateCredentials(details, typeName, { ...stored, ...(output as typeof stored) });
		return Object.assign(credentials, output);
	}

	override async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { preAuthentication } = this.type(typeName);
		if (typeof preAuthentication !== 'function') return undefined;
		return (await preAuthentication.call(helpers, credentials)) as ICredentialDataDecryptedObject;
	}

	override async getCredentials(
		{ id, name }: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentials> {
		if (!id) throw new UnexpectedError(`Found credential with no ID: "${name}" of type "${type}"`);
		const credential = this.stored.get(id);
		if (credential?.type !== type) {
			throw new UnexpectedError(`Credential with ID "${id}" does not exist for type "${type}".`);
		}
		return credential as unknown as ICredentials;
	}

	override getCredentialsProperties(typeName: string): INodeProperties[] {
		const type = this.type(typeName);
		if (type.extends === undefined) return type.properties;
		const combined: INodeProperties[] = [];
		for (const parent of type.extends) {
			NodeHelpers.mergeNodeProperties(combined, this.getCredentialsProperties(parent));
		}
		NodeHelpers.mergeNodeProperties(combined, type.properties);
		return combined;
	}

	override async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		nodeCredentials: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		expressionResolveValues?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = (await (
			await this.getCredentials(nodeCredentials, type)
		).getData()) as ICredentialDataDecryptedObject;
		if (raw === true) return data;
		return this.applyDefaults(
			additionalData,
			data,
			type,
			mode,
			executeData,
			expressionResolveValues,
		);
	}

	/** The credential's data with the defaults of its fields filled in and its expressions resolved. */
	applyDefaults(
		additionalData: IWorkflowExecuteAdditionalData,
		data: ICredentialDataDecryptedObject,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		at?: ICredentialsExpressionResolveValues,
	): ICredentialDataDecryptedObject {
		const parameters = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as INodeParameters,
			true,
			false,
			null,
			null,
		) as INodeParameters;
		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		if (at) {
			return at.workflow.expression.getParameterValue(
				parameters,
				at.runExecutionData,
				at.runIndex,
				at.itemIndex,
				at.node.name,
				at.connectionInputData,
				mode,
				keys,
				executeData,
				false,
				parameters,
			) as ICredentialDataDecryptedObject;
		}
		const workflow = new Workflow({
			nodes: [placeholder],
			connections: {},
			active: false,
			nodeTypes: nodeTypes(),
		});
		return workflow.expression.getComplexParameterValue(
			placeholder,
			parameters,
			mode,
			keys,
			undefined,
			undefined,
			parameters,
		) as ICredentialDataDecryptedObject;
	}

	override async updateCredentials(
		nodeCredentials: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		await (await this.getCredentials(nodeCredentials, type)).setData(data as never);
	}

	override async updateCredentialsOauthTokenData(): Promise<void> {
		throw new UnexpectedError('No credential of this package uses OAuth');
	}
}
