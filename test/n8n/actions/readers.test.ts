import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { request } from '../../support/request';
import { callWith, chain, credentialType, itemsOf } from '../harness';
import { credentialOf, useSharedN8n } from '../support/fixture';
import { serve } from '../support/jsonServer';

const token = 'token-that-only-the-clinic-may-see';
const fixture = useSharedN8n();

interface Seen {
	url: string;
	host: string | undefined;
	hasToken: boolean;
}

/** What the clinic's server and another one on the same machine have received. */
const seen = { clinic: [] as Seen[], other: [] as Seen[] };
let clinic: Awaited<ReturnType<typeof serve>>;
let other: typeof clinic;
let credentialId: string;

/** Remembers what it receives. As a proxy as well: then the URL is a whole one. */
const echo = async (entries: Seen[]) =>
	await serve(({ url = '', headers }, response) => {
		const hasToken = JSON.stringify([url, headers]).includes(token);
		entries.push({ url, host: headers.host, hasToken });
		const status = Number(/redirect(\d+)/.exec(url)?.[1] ?? 200);
		response.writeHead(status, {
			'content-type': 'application/json',
			...(status > 299 && { location: `${other.url}redirected${status}` }),
		});
		response.end('{}');
	});

beforeAll(async () => {
	other = await echo(seen.other);
	clinic = await echo(seen.clinic);
	const baseUrl = `${clinic.url}clinic`;
	const data = { ...credentialOf(fixture.service), baseUrl, accessToken: token };
	credentialId = await fixture.n8n.api.createCredential(data);
});
afterAll(async () => await Promise.all([clinic.stop(), other.stop()]));

/** What somebody who may use the credential, but not read it, can set in a node. */
interface Way {
	path?: string;
	header?: [name: string, value: string];
	isLowercased?: boolean;
	proxy?: string;
	method?: string;
	follows?: boolean;
	sendsCredentials?: boolean;
	next?: string;
}

const ways = (): Way[] => [
	{},
	...['host', 'Host', 'HOST'].map((name): Way => ({
		header: [name, 'other.example'],
		isLowercased: false,
	})),
	{ header: ['Host', 'other.example'] },
	{ proxy: other.url },
	...['other/', 'clinic2/', 'clinic/../other/', 'clinic/%2e%2e/other/', 'clinic\\..\\other/']
		.concat('clinic/..%2fother/', 'clinic/%252e%252e/other/', 'clinic/..;/other/', '')
		.map((path) => ({ path })),
	...[301, 302, 307, 308].flatMap((status) => {
		const way = { path: `clinic/redirect${status}`, follows: true };
		return [way, { ...way, method: 'POST', sendsCredentials: true }];
	}),
	{ next: `${other.url}next` },
];

/** The parameters of the HTTP Request node, which differ by version. */
function parametersOf(version: number, way: Way): INodeParameters {
	const { path = 'clinic/api/v3/appointments/', header, method = 'GET', proxy, follows } = way;
	const headers = header ? [{ name: header[0], value: header[1] }] : [];
	const common = {
		url: `${clinic.url}${path}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: credentialType,
	};
	if (version < 3) {
		return {
			...common,
			requestMethod: method,
			headerParametersUi: { parameter: headers },
			options: { ...(proxy && { proxy }), ...(follows && { followRedirect: true }) },
			...(follows && { options: { followRedirect: true, followAllRedirects: true } }),
		};
	}
	const pagination = {
		paginationMode: 'responseContainsNextURL',
		nextURL: way.next ?? '',
		paginationCompleteWhen: 'other',
		completeExpression: '={{ $pageCount > 1 }}',
		limitPagesFetched: true,
		maxRequests: 2,
	};
	return {
		...common,
		method,
		sendHeaders: true,
		headerParameters: { parameters: headers },
		options: {
			...(way.isLowercased === false && { lowercaseHeaders: false }),
			...(proxy && { proxy }),
			...(follows && { redirect: { redirect: { followRedirects: true, maxRedirects: 5 } } }),
			...(way.sendsCredentials && { sendCredentialsOnCrossOriginRedirect: true }),
			...(way.next && { pagination: { pagination } }),
		},
	};
}

const isRight = ({ url, host }: Seen) =>
	/^\/clinic\/(?!.*\.\.)(api\/|redirect)/.test(decodeURIComponent(url)) &&
	host === new URL(clinic.url).host;

test.each([2, 3, 4, 4.1, 4.2, 4.3, 4.4, 4.5])(
	'version %d of the HTTP Request node shows the token to nobody but the service, whatever is set in it',
	async (typeVersion) => {
		const { api, webhookUrl } = fixture.n8n;
		seen.clinic.length = 0;
		seen.other.length = 0;
		const nodes = ways().map((way, index) => ({
			name: `Way ${index}`,
			type: 'n8n-nodes-base.httpRequest',
			typeVersion,
			credentialId,
			onError: 'continueRegularOutput' as const,
			parameters: parametersOf(typeVersion, way),
		}));
		const path = randomUUID();
		const call = callWith(path, { responseMode: 'lastNode', responseData: 'noData' });
		const { id } = await api.createWorkflow(chain(`Readers ${typeVersion}`, [...call, ...nodes]));
		await api.activate(id);
		await request(webhookUrl(path), { method: 'POST', body: { items: [{}] } });
		const [execution] = await api.executions(id, { includeData: true, limit: 1 });
		const results = JSON.stringify(nodes.map(({ name }) => itemsOf(execution!, name)));

		const leaks = [...seen.other, ...seen.clinic.filter((each) => !isRight(each))].filter(
			({ hasToken }) => hasToken,
		);
		expect(leaks).toEqual([]);
		// What is refused is not sent, and a redirect is followed all the same.
		expect(seen.clinic[0]).toMatchObject({ hasToken: true });
		expect(seen.other.length).toBeGreaterThan(3);
		for (const option of ['Host', 'Proxy']) expect(results).toContain(`'${option}': it could let`);
		expect(results).not.toContain(token);
	},
);
