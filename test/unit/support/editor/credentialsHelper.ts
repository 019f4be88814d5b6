import '../engine/environment';
import { getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type IWorkflowExecuteAdditionalData,
	NodeHelpers,
	UnexpectedError,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { nodeTypes, noOpType } from '../engine/nodeTypes';

const placeholder: INode = {
	id: 'placeholder',
	name: '',
	type: noOpType,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

function notPorted(): never {
	throw new UnexpectedError('No node of this package needs this of its credential');
}

/** One credential of one type, whose `authenticate` is a function, in place of n8n's database. */
export class CredentialsHelper extends ICredentialsHelper {
	override getParentTypes = () => [];
	override isCredentialUsableByNode = () => true;
	override preAuthentication = async () => undefined;
	override runPreAuthentication = async () => undefined;
	override getCredentials = notPorted;
	override updateCredentials = notPorted;
	override updateCredentialsOauthTokenData = notPorted;

	constructor(
		private readonly type: ICredentialType,
		private readonly data?: ICredentialDataDecryptedObject,
	) {
		super();
	}

	override authenticate: ICredentialsHelper['authenticate'] = async (
		credentials,
		_type,
		request,
	) => {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') return notPorted();
		return await authenticate(credentials, request as IHttpRequestOptions);
	};

	override getCredentialsProperties = (): INodeProperties[] => this.type.properties;

	override async getDecrypted(
		...[additionalData, , type, mode, , raw]: Parameters<ICredentialsHelper['getDecrypted']>
	): Promise<ICredentialDataDecryptedObject> {
		if (!this.data || type !== this.type.name) {
			throw new UnexpectedError(`There is no credential of type "${type}"`);
		}
		return raw === true ? this.data : this.withDefaults(additionalData, this.data, mode);
	}

	/** The credential's data with the defaults of its fields filled in and its expressions resolved. */
	withDefaults(
		additionalData: IWorkflowExecuteAdditionalData,
		data: ICredentialDataDecryptedObject,
		mode: WorkflowExecuteMode,
	): ICredentialDataDecryptedObject {
		const { properties } = this.type;
		const given = data as INodeParameters;
		const parameters = NodeHelpers.getNodeParameters(properties, given, true, false, null, null)!;
		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		const nodes = [placeholder];
		const workflow = new Workflow({
			nodes,
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
}
