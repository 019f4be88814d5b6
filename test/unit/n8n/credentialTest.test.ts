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

// Each message for the user: test/n8n/editor/credential.test.ts.
it('a list of webhooks is accepted after two requests', async () => {
	const { message, probes } = await tried(() => json({ data: [{ id: 1, url: 'x' }] }));
	expect(message).toBe('The service accepted the credential');
	expect(probes).toEqual([
		{ path: '/api/v3/webhooks/', scheme: 'Bearer' },
		{
			path: expect.stringMatching(/appointments\/\?start_date=[\d-]{10}T00%3A00%3A00$/),
			scheme: 'Bearer',
		},
	]);
});

it.each([
	['empty by a 204', json('', 204), 'OK: The service accepted the credential'],
	['that reports an error', json({ results: [], error: 'Expired' }), /^Error: .* reports an error: Expired/],
	[
		'missing',
		json({ hello: 'world' }),
		/^Error: .* contains no list of results\. Check 'Base URL'/,
	],
])('a list of webhooks that is %s counts as in every operation', async (_case, list, shown) => {
	const { status, message } = await tried(({ path }) => (path.includes('web') ? list : json([])));
	expect(`${status}: ${message}`).toMatch(shown);
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

	it('is accepted if some fit it, and the others are named', async () => {
		const { status, message } = await withStarts([newYork, berlin]);
		expect(status).toBe('OK');
		expect(message).toMatch(/Not all appointments .*10:00:00-04:00, but Europe\/Madrid/);
	});

	it.each([[[berlin]], [['2026-07-01T10:00:00Z', '2026-07-01T10:00:00', null]]])(
		'is accepted without a word with the starts %j',
		async (starts) => {
			expect(await withStarts(starts)).toMatchObject({
				status: 'OK',
				message: 'The service accepted the credential',
			});
		},
	);

	it.each([403, 500])(
		'is not judged by a list that is refused (%i), and that is said',
		async (code) => {
			const { status, message } = await tried(({ path }) =>
				path.includes('webhooks') ? json([]) : json({}, code),
			);
			expect(status).toBe('OK');
			expect(message).toMatch(new RegExp(`did not return the list of appointments: .*${code}`));
		},
	);
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

describe('the credential test reports', () => {
	it.each([
		[401, 'Bearer', 'Basic'],
		[403, 'Bearer', 'Basic'],
		[404, 'Basic', 'Bearer'],
	])('the wrong scheme (%i, %s)', async (status, webhookAuthScheme, other) => {
		const { message } = await tried(
			({ scheme, path }) =>
				path.includes('webhooks') && scheme !== other ? json({}, status) : json([]),
			{ webhookAuthScheme },
		);
		expect(message).toContain(`Choose ${other} as 'Webhook Auth Scheme'`);
	});

	it('a token that is refused, whatever else fails', async () => {
		const { message } = await tried(({ path }) =>
			json({}, path.includes('appointments') ? 404 : 403),
		);
		expect(message).toContain('403');
	});

	it('a token that may read appointments only', async () => {
		const { message } = await tried(({ path }) =>
			path.includes('appointments') ? json([]) : json({}, 403),
		);
		expect(message).toContain('accepts the token for appointments but not for webhooks');
	});
});
