import '../support/engine/environment';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';

import { appointmentSchedulingApiTest } from '../../../nodes/AppointmentScheduling/n8n/credentialTest';
import type { ServiceAnswer } from '../../../nodes/AppointmentScheduling/service/http/response';
import { baseUrl, json } from '../service/support';

const token = 'secret-token';

interface Probed {
	path: string;
	scheme: string;
}

async function tried(
	answer: (probed: Probed) => ServiceAnswer | Promise<ServiceAnswer>,
	changes: ICredentialDataDecryptedObject = {},
) {
	const probes: Probed[] = [];
	const request = async ({ url, headers }: { url: string; headers: { authorization: string } }) => {
		const probed = {
			path: url.replace(baseUrl, ''),
			scheme: headers.authorization.replace(` ${token}`, ''),
		};
		probes.push(probed);
		const { status, ...response } = await answer(probed);
		return { statusCode: status, ...response };
	};
	const data = { baseUrl, accessToken: token, timezone: 'Europe/Madrid', ...changes };
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const credential = { id: '1', name: 'x', type: 'x', data };
	const result = await appointmentSchedulingApiTest.call(context, credential);
	expect(JSON.stringify(result)).not.toContain(token);
	expect(result.message).not.toMatch(/[<>]/);
	return { ...result, probes };
}

// In a real n8n: test/n8n/editor/credential.test.ts.
const OK = { status: 'OK', message: 'The service accepted the credential' };
const isWebhooks = ({ path }: Probed) => path.includes('webhooks');

it('a service that lists appointments and webhooks is accepted after two requests', async () => {
	const { probes, ...result } = await tried(() => json({ data: [{ id: 1, url: 'x' }] }));
	expect(result).toEqual(OK);
	expect(probes).toEqual([
		{
			path: expect.stringMatching(/appointments\/\?start_date=[\d-]{10}T00%3A00%3A00$/),
			scheme: 'Bearer',
		},
		{ path: '/api/v3/webhooks/', scheme: 'Bearer' },
	]);
});

const page: ServiceAnswer = { status: 200, headers: {}, body: '<html>Sign in</html>' };

it.each<[string, ServiceAnswer, RegExp]>([
	['401', json({}, 401), /access token \(401\)\. Check 'Access Token'/],
	['403', json({}, 403), /not allowed to do this \(403\)/],
	[
		'404',
		json({}, 404),
		/at https:\S+, but no \/api\/v3\/appointments\/ \(404\).*path in 'Base URL'/,
	],
	['400', json({ detail: 'No dates.' }, 400), /\(400\): No dates\./],
	['500', json({}, 500), /\(500\)/],
	['302', json({}, 302, { location: 'https://www.x.example/' }), /redirects.*'Base URL'/],
	['a web page', page, /not with JSON\. Check 'Base URL'/],
	['no list', json({ hello: 'world' }), /contains no list of results\. Check 'Base URL'/],
	['an error', json({ results: [], error: 'Expired' }), /reports an error: Expired/],
])(
	'a service that answers %s for appointments is an error, whatever else works',
	async (_what, answer, shown) => {
		for (const others of [json([]), answer]) {
			const { status, message } = await tried((probed) => (isWebhooks(probed) ? others : answer));
			expect(status).toBe('Error');
			expect(message).toMatch(shown);
		}
	},
);

it('an empty list is accepted', async () => {
	expect(await tried(() => json('', 204))).toMatchObject(OK);
});

describe('the webhooks alone', () => {
	const answers: Array<[string, ServiceAnswer]> = [
		...[400, 401, 403, 404, 405, 500].map((status): [string, ServiceAnswer] => [
			String(status),
			json({}, status),
		]),
		['a web page', page],
	];

	it.each(answers)(
		'are refused with %s: no error, because many tokens need none',
		async (_what, answer) => {
			const result = await tried((probed) => (isWebhooks(probed) ? answer : json([])));
			expect(result).toMatchObject(OK);
			expect(result.probes).toHaveLength(3);
		},
	);

	it.each(
		answers.flatMap(([what, answer]) => [
			[what, 'Bearer', 'Basic', answer] as const,
			[what, 'Basic', 'Bearer', answer] as const,
		]),
	)(
		'are refused with %s for %s and accepted for %s: an error',
		async (_what, scheme, other, answer) => {
			const { status, message } = await tried(
				(probed) => (isWebhooks(probed) && probed.scheme !== other ? answer : json([])),
				{ webhookAuthScheme: scheme },
			);
			expect(status).toBe('Error');
			expect(message).toContain(`Choose ${other} as 'Webhook Auth Scheme'`);
		},
	);

	it('take Basic only, and the credential has no scheme: an error that names both', async () => {
		const { message } = await tried((probed) =>
			isWebhooks(probed) && probed.scheme === 'Bearer' ? json({}, 401) : json([]),
		);
		expect(message).toContain('refuses the scheme Bearer for webhooks (401) but accepts Basic');
	});

	it('fail once: no error', async () => {
		let failures = 1;
		const result = await tried((probed) =>
			isWebhooks(probed) && failures-- > 0 ? json({}, 502) : json([]),
		);
		expect(result).toMatchObject(OK);
	});
});

describe('the time zone', () => {
	const withStarts = async (starts: unknown[], timezone = 'Europe/Madrid') =>
		await tried(
			({ path }) =>
				path.includes('webhooks')
					? json([])
					: json({
							results: starts.map((start_date, key) => ({ appointment_key: key, start_date })),
						}),
			{ timezone },
		);
	const [berlin, newYork] = ['2026-07-01T10:00:00+02:00', '2026-07-01T10:00:00-04:00'];

	it('is refused if no start fits it, and both are named', async () => {
		const { status, message } = await withStarts([newYork, '2026-07-01T10:00:00Z', newYork]);
		expect(status).toBe('Error');
		expect(message).toMatch(
			/^'Service Timezone': .*10:00:00-04:00, but Europe\/Madrid is at UTC\+02:00 then\. Enter/,
		);
	});

	it.each([
		[[newYork, berlin]],
		[[berlin]],
		[['2026-07-01T10:00:00Z', '2026-07-01T10:00:00', null]],
	])('is accepted if a start fits it, or none says: %j', async (starts) => {
		expect(await withStarts(starts)).toMatchObject(OK);
	});
});

it.each([301, 302, 307, 308])('the token follows no redirect with %i', async (status) => {
	const servers: Server[] = [];
	const serve = async (answer: RequestListener) => {
		const server = createServer(answer).listen(0, '127.0.0.1');
		servers.push(server);
		await once(server, 'listening');
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	};
	const seen: unknown[] = [];
	const other = await serve(({ headers }, response) => {
		seen.push(headers.authorization);
		response.end('{"results": []}');
	});
	const base = await serve(({ url }, response) => {
		response.writeHead(status, { location: `${other}${url}` }).end();
	});
	const data = { baseUrl: base, accessToken: token, timezone: 'UTC' };
	const credential = { id: '1', name: 'x', type: 'x', data };
	const context = new CredentialTestContext();
	const result = await appointmentSchedulingApiTest.call(context, credential);
	for (const server of servers) server.close();
	expect(result.message).toContain('redirects to another address, which is not followed');
	expect(seen).toEqual([]);
});

it('a service that never ends a response ends the test after ten seconds', async () => {
	jest.useFakeTimers();
	const testing = tried(async () => await new Promise(() => {}));
	await jest.advanceTimersByTimeAsync(11_000);
	jest.useRealTimers();
	expect(await testing).toMatchObject({
		status: 'Error',
		message: 'The service did not respond in time. Try again later (ETIMEDOUT)',
	});
});
