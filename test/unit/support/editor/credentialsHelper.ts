import '../engine/environment';
import {
	type IAuthenticate,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeParameters,
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

	async getDecrypted(
		...[, , type, , , raw]: [unknown, unknown, string, unknown?, unknown?, boolean?]
	): Promise<ICredentialDataDecryptedObject> {
		if (!this.data || type !== this.type.name) {
			throw new UnexpectedError(`There is no credential of type "${type}"`);
		}
		if (raw === true) return this.data;
		const { properties } = this.type;
		const given = this.data as INodeParameters;
		const complete = NodeHelpers.getNodeParameters(properties, given, true, false, null, null);
		return complete as ICredentialDataDecryptedObject;
	}
}
