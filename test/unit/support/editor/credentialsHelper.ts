import '../engine/environment';
import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeParameters,
	type INodeProperties,
	NodeHelpers,
	UnexpectedError,
} from 'n8n-workflow';

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
		...[, , type, , , raw]: Parameters<ICredentialsHelper['getDecrypted']>
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
