import '../support/engine/environment';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { appointmentSchedulingApiTest } from '../../../nodes/AppointmentScheduling/n8n/credentialTest';
import { baseUrl, json } from '../service/support';

/** A credential of its own for each test, because the nodes remember the quota of an account. */
let count = 0;
beforeEach(() => void (count += 1));
const token = () => `secret-token-${count}`;

interface Probed {
	url: string;
	scheme: string;
}

type Answer = IN8nHttpFullResponse;

async function tried(
	answer: (probed: Probed) => Answer | Promise<Answer>,
	changes: ICredentialDataDecryptedObject = {},
) {
	const probes: Probed[] = [];
	const request = async ({ url, headers }: { url: string; headers: { authorization: string } }) => {
		const probed = { url, scheme: headers.authorization.replace(` ${token()}`, '') };
		probes.push(probed);
		return await answer(probed);
	};
	const data = { baseUrl, accessToken: token(), timezone: 'Europe/Madrid', ...changes };
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const credential = { id: '1', name: 'x', type: 'x', data };
	const result = await appointmentSchedulingApiTest.call(context, credential);
	expect(JSON.stringify(result)).not.toContain(token());
	expect(result.message).not.toMatch(/[<>]/);
	return { ...result, probes };
}

// In a real n8n: test/n8n/editor/credential.test.ts.
const OK = { status: 'OK', message: 'The service accepted the credential' };
const isWebhooks = ({ url }: Probed) => url.includes('/webhooks/');
const page = (results: unknown[] = []) => json({ count: results.length, next: null, results });

it('a service that lists appointments and webhooks is accepted after two requests', async () => {
	const more = { count: 300, next: `${baseUrl}/api/v3/appointments/?page=2`, results: [{}] };
	const { probes, ...result } = await tried(() => json(more));
	expect(result).toEqual(OK);
	const list = /^https:\S+\/api\/v3\/appointments\/\?start_date=[\d-]{10}T00%3A00%3A00&page_size=/;
	expect(probes).toEqual([
		{ url: expect.stringMatching(list), scheme: 'Bearer' },
		{ url: `${baseUrl}/api/v3/webhooks/`, scheme: 'Bearer' },
	]);
});

it('a host without https:// gets it', async () => {
	const { probes } = await tried(() => page(), { baseUrl: ' eagenda.com.br/ ' });
	expect(probes[0]?.url).toMatch(/^https:\/\/eagenda\.com\.br\/api\/v3\/appointments\//);
});

const website: Answer = { statusCode: 200, headers: {}, body: '<html>Sign in</html>' };

it.each<[string, Answer, RegExp]>([
	[
		'401',
		json({ detail: 'Invalid token.' }, 401),
		/access token \(401\): Invalid token\. Check 'Access Token'.*other host \(eagenda\.com\.br, eagendas\.com\)/,
	],
	['403', json({}, 403), /not allowed to do this \(403\)/],
	['404', json({}, 404), /at https:\S+, but no list of appointments \(404\).*host in 'Base URL'/],
	['400', json({ start_date: ['No dates.'] }, 400), /\(400\): start_date: No dates\./],
	['429', json({}, 429, { 'retry-after': '60' }), /quota of requests is used up \(429\)/],
	['500', json({}, 500), /\(500\)/],
	['302', json({}, 302, { location: 'https://www.x.example/' }), /redirects.*'Base URL'/],
	['a web page', website, /without JSON \(200\)\. Check 'Base URL'/],
	['no list', json({ hello: 'world' }), /is no list\. Check 'Base URL'/],
])(
	'a service that answers %s for appointments is an error after one request',
	async (_what, answer, shown) => {
		const result = await tried((probed) => (isWebhooks(probed) ? page() : answer));
		expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(shown) });
		expect(result.probes).toHaveLength(1);
	},
);

it('an address with a path that leads to no list is named without the path', async () => {
	const address = 'https://eagenda.com.br/app/clinic';
	const { message } = await tried(() => json({}, 404), { baseUrl: `${address}/` });
	expect(message).toBe(
		`There is a server at ${address}, but no list of appointments (404). Enter https://eagenda.com.br as 'Base URL'`,
	);
});

describe('the webhooks alone', () => {
	it.each([400, 403, 404, 405, 500, 200])(
		'are answered with %i: no error, because many tokens need none',
		async (status) => {
			const answer = status === 200 ? website : json({}, status);
			const result = await tried((probed) => (isWebhooks(probed) ? answer : page()));
			expect(result).toMatchObject(OK);
			expect(result.probes).toHaveLength(2);
		},
	);

	it.each([
		['Bearer', 'Basic', {}],
		['Bearer', 'Basic', { webhookAuthScheme: 'Bearer' }],
		['Basic', 'Bearer', { webhookAuthScheme: 'Basic' }],
	])('are refused with 401 for %s: an error that names %s', async (scheme, other, given) => {
		const answer = (probed: Probed) =>
			isWebhooks(probed) && probed.scheme !== other ? json({}, 401) : page();
		expect((await tried(answer, given)).message).toBe(
			`The service does not accept the scheme ${scheme} for webhooks (401). Choose ${other} as 'Webhook Auth Scheme'`,
		);
	});
});

describe('the time zone', () => {
	const shapes = {
		samples: (dateTime: string) => ({ start: { dateTime, timeZone: 'America/New_York' } }),
		document: (start_date: string) => ({ start_date }),
	};
	const withStarts = async (shape: keyof typeof shapes, starts: string[], timezone: string) => {
		const results = starts.map((start, index) => ({
			appointment_key: `k${index}`,
			...shapes[shape](start),
		}));
		return await tried((probed) => page(isWebhooks(probed) ? [] : results), { timezone });
	};
	const [berlin, newYork] = ['2026-07-01T10:00:00+02:00', '2026-07-01T10:00:00-04:00'];
	const utc = '2026-07-01T10:00:00Z';

	describe.each(['samples', 'document'] as const)('with starts as in the %s', (shape) => {
		it('is refused if no start fits it, and both are named', async () => {
			const starts = [newYork, utc, newYork, '2026-07-01T10:00:00'];
			expect(await withStarts(shape, starts, 'Europe/Madrid')).toMatchObject({
				status: 'Error',
				message: expect.stringMatching(
					/^'Service Timezone': .*10:00:00-04:00, but Europe\/Madrid is at UTC\+02:00 then\. Enter .*America\/Sao_Paulo$/,
				),
			});
		});

		it.each([
			[[newYork, berlin], 'Europe/Madrid'],
			[[berlin], 'Europe/Madrid'],
			[[utc, '2026-07-01T10:00:00', 'soon'], 'Europe/Madrid'],
			[['2026-01-01T10:00:00+00:00', berlin], 'Europe/London'],
		])('is accepted if a start fits it, or none says: %j in %s', async (starts, zone) => {
			expect(await withStarts(shape, starts, zone)).toMatchObject(OK);
		});
	});

	it.each(['São Paulo', 'sao paulo', 'GMT-3', 'BRT', 'Horário de Brasília'])(
		'written as %s is refused before any request, with a name that works',
		async (timezone) => {
			const result = await tried(() => page(), { timezone });
			expect(result).toMatchObject({
				status: 'Error',
				message: expect.stringMatching(/^'Service Timezone': .*America\/Sao_Paulo/),
			});
			expect(result.probes).toEqual([]);
		},
	);

	it.each(['', '  ', undefined])('that is missing (%j) is an error', async (timezone) => {
		const { message } = await tried(() => page(), { timezone: timezone as string });
		expect(message).toMatch(/^'Service Timezone': it is not set.*America\/Sao_Paulo/);
	});
});

it.each([301, 302, 307, 308])('the token follows no redirect with %i', async (status) => {
	const asked: unknown[] = [];
	const server = createServer(({ url }, response) => {
		asked.push(url);
		response.writeHead(status, { location: `http://127.0.0.2:${port}${url}` }).end();
	}).listen(0);
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const data = { baseUrl: `http://127.0.0.1:${port}`, accessToken: token(), timezone: 'UTC' };
	const credential = { id: '1', name: 'x', type: 'x', data };
	const context = new CredentialTestContext();
	const result = await appointmentSchedulingApiTest.call(context, credential);
	server.close();
	expect(result.message).toContain('redirects to another address, which is not followed');
	expect(asked).toHaveLength(1);
});

it('a service that never ends a response ends the test after ten seconds', async () => {
	const reason = new DOMException('It took too long', 'TimeoutError');
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(reason));
	expect(await tried(async () => await new Promise(() => {}))).toMatchObject({
		status: 'Error',
		message: 'The service did not respond in time. Try again later (ETIMEDOUT)',
	});
	expect(timeout.mock.calls).toEqual([[10_000]]);
	timeout.mockRestore();
});
