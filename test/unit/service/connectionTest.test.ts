import type { Credential } from '../../../nodes/AppointmentScheduling/service/http/authorization';
import type { ServiceAnswer } from '../../../nodes/AppointmentScheduling/service/http/client';
import { testConnection } from '../../../nodes/AppointmentScheduling/service/connectionTest';
import { baseUrl, json } from './support';

const token = 'secret-token';

interface Probed {
	path: string;
	scheme: string;
}

async function tried(answer: (probed: Probed) => ServiceAnswer, changes: Partial<Credential> = {}) {
	const probes: Probed[] = [];
	const credential: Credential = {
		baseUrl,
		accessToken: token,
		webhookAuthScheme: 'Bearer',
		arrayFormat: 'repeat',
		...changes,
	};
	const result = await testConnection(credential, async (url, scheme) => {
		const probed = { path: url.replace(baseUrl, ''), scheme };
		probes.push(probed);
		return answer(probed);
	});
	expect(JSON.stringify(result)).not.toContain(token);
	expect(result.message).not.toMatch(/[<>]/);
	return { ...result, probes };
}

// Each message for the user: test/n8n/editor/credential.test.ts.
it.each([[[]], [{ results: [] }], [{ data: [{ id: 1, url: 'x' }] }], [{ count: 0, results: [] }]])(
	'a list of webhooks (%j) is accepted after one request',
	async (body) => {
		const { status, message, probes } = await tried(() => json(body));
		expect([status, message]).toEqual(['OK', 'The service accepted the credential']);
		expect(probes).toEqual([{ path: '/api/v3/webhooks/', scheme: 'Bearer' }]);
	},
);

it('reports another service that responds with 200', async () => {
	const { status, message } = await tried(() => json({ status: 'ok' }));
	expect(status).toBe('Error');
	expect(message).toBe(
		`There is a server at ${baseUrl}, but its response (200) is not a list of webhooks. Check 'Base URL'`,
	);
});

describe('the credential test reports', () => {
	it('a wrong token, without advice about the scheme, because both were tried', async () => {
		const { status, message } = await tried(() => json({ detail: 'Invalid token.' }, 401));
		expect(status).toBe('Error');
		expect(message).toBe(
			"The service did not accept the access token (401): Invalid token. Check 'Access Token' in the credential",
		);
	});

	it('a web page of a proxy without its HTML', async () => {
		const page = '<title>Closed</title><a href="x" style="position:fixed">Come in</a>';
		const { message } = await tried(() => json(page, 503));
		expect(message).toContain('(503): Closed; Come in. Try again later');
	});

	it.each([401, 403, 404])('the wrong scheme (%i)', async (status) => {
		const { message } = await tried(({ scheme, path }) =>
			path.includes('webhooks') && scheme === 'Basic' ? json([]) : json({}, status),
		);
		expect(message).toContain("Choose Basic as 'Webhook Auth Scheme'");
	});

	it.each([401, 403])(
		'a wrong token where the webhooks are hidden (%i for appointments)',
		async (status) => {
			const { message } = await tried(({ path }) =>
				path.includes('webhooks') ? json({}, 404) : json({ detail: 'Invalid token.' }, status),
			);
			expect(message).toContain(`(${status}): Invalid token.`);
			expect(message).not.toContain('Base URL');
		},
	);

	it('a token that may read appointments only', async () => {
		const { message } = await tried(({ path }) =>
			path.includes('appointments') ? json({}, 404) : json({}, 403),
		);
		expect(message).toContain('accepts the token for appointments but not for webhooks');
	});

	it('a redirect whose address contains the token, which is masked', async () => {
		const { message } = await tried(() =>
			json('', 302, { location: `https://www.scheduling.example/?t=${token}` }),
		);
		expect(message).toContain('redirects to https://www.scheduling.example/?t=•••');
	});
});

it.each([
	[{ accessToken: '' }, "'Access Token': it is empty"],
	[{ accessToken: `${token}\nX-Other: 1` }, "'Access Token': it contains spaces"],
])('%j is refused before anything is sent', async (changes, words) => {
	const { status, message, probes } = await tried(() => json([]), changes);
	expect(status).toBe('Error');
	expect(message).toContain(words);
	expect(probes).toEqual([]);
});
