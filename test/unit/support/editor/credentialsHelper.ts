import '../engine/environment';
import {
	type IAuthenticate,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeParameters,
	type IExecuteData,
	type WorkflowExecuteMode,
	NodeHelpers,
	UnexpectedError,
} from 'n8n-workflow';

type Authenticate = Exclude<IAuthenticate, { type: string }>;

/** One credential of one type, whose `authenticate` is a function, in place of n8n's database. */
export class CredentialsHelper {
	constructor(
		private readonly type: ICredentialType,
		private readonly data?: ICredentialDataDecryptedObject,
	) {}

	getParentTypes = () => [];
	isCredentialUsableByNode = () => true;
	preAuthentication = async () => undefined;
	getCredentialsProperties = () => this.type.properties;

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await (this.type.authenticate as Authenticate)(credentials, request);
	}

	/** Expressions are resolved for one item, as n8n does it. */
	async getDecrypted(
		...[, , type, mode, executeData, raw, at]: [
			unknown,
			unknown,
			string,
			WorkflowExecuteMode,
			IExecuteData?,
			boolean?,
			ICredentialsExpressionResolveValues?,
		]
	): Promise<ICredentialDataDecryptedObject> {
		if (!this.data || type !== this.type.name) {
			throw new UnexpectedError(`There is no credential of type "${type}"`);
		}
		if (raw === true) return this.data;
		const { properties } = this.type;
		const given = this.data as INodeParameters;
		const complete = NodeHelpers.getNodeParameters(properties, given, true, false, null, null)!;
		if (!at) return complete as ICredentialDataDecryptedObject;
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = at;
		return workflow.expression.getParameterValue(
			complete,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
			executeData,
			false,
			complete,
		) as ICredentialDataDecryptedObject;
	}
}
