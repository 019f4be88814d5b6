import {
	type ICredentialTestFunctions,
	type ICredentialTestRequest,
	type ICredentialType,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type INodeCredentialTestResult,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { runAction } from './action';
import { testCredential } from './credentialTest';
import { nock } from './interceptedHttp';

const host = 'https://scheduling.example';

function credentialType(more: Partial<ICredentialType>): ICredentialType {
	return {
		name: 'exampleApi',
		displayName: 'Example API',
		properties: [
			{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
			{ displayName: 'Access Token', name: 'accessToken', type: 'string', default: '' },
			{ displayName: 'Realm', name: 'realm', type: 'string', default: 'main' },
		],
		...more,
	};
}

const generic: ICredentialType['authenticate'] = {
	type: 'generic',
	properties: {
		headers: { Authorization: '=Token {{$credentials.accessToken}}' },
		qs: { realm: '={{$credentials.realm}}' },
	},
};

class Caller implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Caller',
		name: 'caller',
		group: ['transform'],
		version: 1,
		description: 'Calls the service once',
		defaults: { name: 'Caller' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'exampleApi', required: true, testedBy: 'callIt' }],
		properties: [],
	};

	methods = {
		credentialTest: {
			async callIt(
				this: ICredentialTestFunctions,
				{ data }: ICredentialsDecrypted,
			): Promise<INodeCredentialTestResult> {
				const url = `${String(data?.baseUrl)}/me/`;
				const name = await this.helpers.request({ url, headers: { realm: data?.realm } });
				return { status: 'OK', message: `You are ${String(name)}` };
			},
		},
	};

	async execute(this: IExecuteFunctions) {
		const json = await this.helpers.httpRequestWithAuthentication.call(this, 'exampleApi', {
			url: `${host}/me/`,
		});
		return [[{ json }]];
	}
}

describe('authenticate', () => {
	it('of the generic kind resolves its expressions, defaults included', async () => {
		nock(host, { reqheaders: { authorization: 'Token secret' } })
			.get('/me/')
			.query({ realm: 'main' })
			.reply(200, { name: 'Ada' });
		const { items } = await runAction(Caller, {
			credentialType: credentialType({ authenticate: generic }),
			credentials: { accessToken: 'secret' },
		});
		expect(items).toEqual([{ json: { name: 'Ada' } }]);
	});

	it('as a function sees the request and replaces it', async () => {
		nock(host, { reqheaders: { authorization: 'Path /me/' } })
			.get('/me/')
			.reply(200, {});
		await runAction(Caller, {
			credentialType: credentialType({
				authenticate: async (_credentials, options) => ({
					...options,
					headers: { Authorization: `Path ${new URL(options.url).pathname}` },
				}),
			}),
		});
	});

	it('is preceded by preAuthentication when the token has expired', async () => {
		const type = credentialType({
			authenticate: generic,
			properties: [
				{
					displayName: 'Access Token',
					name: 'accessToken',
					type: 'hidden',
					typeOptions: { expirable: true },
					default: '',
				},
				{ displayName: 'Realm', name: 'realm', type: 'string', default: 'main' },
			],
			async preAuthentication() {
				return { accessToken: 'fresh' };
			},
		});
		nock(host, { reqheaders: { authorization: 'Token stale' } })
			.get('/me/')
			.query(true)
			.reply(401);
		nock(host, { reqheaders: { authorization: 'Token fresh' } })
			.get('/me/')
			.query(true)
			.reply(200, {});
		const credentials = { accessToken: 'stale' };
		await runAction(Caller, { credentialType: type, credentials });
	});
});

describe('a credential test', () => {
	const request = { baseURL: '={{$credentials.baseUrl}}', url: '/me/' };
	const byCode: ICredentialTestRequest = {
		request,
		rules: [{ type: 'responseCode', properties: { value: 403, message: 'The token is wrong' } }],
	};
	const byBody: ICredentialTestRequest = {
		request,
		rules: [
			{
				type: 'responseSuccessBody',
				properties: { key: 'user.state', value: 'blocked', message: 'The user is blocked' },
			},
		],
	};

	it.each([
		[200, { user: { state: 'fine' } }, byBody, 'OK', 'Connection successful!'],
		[200, { user: { state: 'blocked' } }, byBody, 'Error', 'The user is blocked'],
		[200, {}, byCode, 'OK', 'Connection successful!'],
		[403, {}, byCode, 'Error', 'The token is wrong'],
		[500, {}, byCode, 'Error', 'Internal Server Error'],
	])('by request reads %i %j', async (code, body, test, status, message) => {
		nock(host, { reqheaders: { authorization: 'Token secret' } })
			.get('/me/')
			.query({ realm: 'main' })
			.reply(code, body);
		const type = credentialType({ authenticate: generic, test });
		const data = { accessToken: 'secret' };
		expect(await testCredential({ credentialType: type, data })).toEqual({ status, message });
	});

	it('by request names the code of a refused connection', async () => {
		nock.enableNetConnect('127.0.0.1');
		const data = { baseUrl: 'http://127.0.0.1:1' };
		const type = credentialType({ authenticate: generic, test: byCode });
		expect(await testCredential({ credentialType: type, data })).toEqual({
			status: 'Error',
			message: 'ECONNREFUSED',
		});
	});

	it('by a function of a node sees the data with its defaults', async () => {
		nock(host, { reqheaders: { realm: 'main' } })
			.get('/me/')
			.reply(200, 'Ada');
		expect(await testCredential({ credentialType: credentialType({}), nodes: [Caller] })).toEqual({
			status: 'OK',
			message: 'You are Ada',
		});
	});

	it('says so when there is none', async () => {
		expect(await testCredential({ credentialType: credentialType({}) })).toMatchObject({
			message: 'No testing function found for this credential.',
		});
	});
});
