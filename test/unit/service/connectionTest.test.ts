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
it('a list of webhooks is accepted after one request', async () => {
	const { status, probes } = await tried(() => json({ data: [{ id: 1, url: 'x' }] }));
	expect(status).toBe('OK');
	expect(probes).toEqual([{ path: '/api/v3/webhooks/', scheme: 'Bearer' }]);
});

it('follows a redirect that differs by the last slash only', async () => {
	const { status, probes } = await tried(({ path }) =>
		path.endsWith('/')
			? json('', 301, { location: `http://backend${path.slice(0, -1)}` })
			: json([]),
	);
	expect(status).toBe('OK');
	expect(probes.map(({ path }) => path)).toEqual(['/api/v3/webhooks/', '/api/v3/webhooks']);
});

describe('the credential test reports', () => {
	it('a web page of a proxy without its HTML', async () => {
		const page = '<title>Closed</title><a href="x" style="position:fixed">Come in</a>';
		const { message } = await tried(() => json(page, 503));
		expect(message).toContain('(503): Closed; Come in. Try again later');
	});

	it.each([403, 404])('the wrong scheme (%i)', async (status) => {
		const { message } = await tried(({ scheme, path }) =>
			path.includes('webhooks') && scheme === 'Basic' ? json([]) : json({}, status),
		);
		expect(message).toContain("Choose Basic as 'Webhook Auth Scheme'");
	});

	it('a wrong token where the webhooks are hidden', async () => {
		const { message } = await tried(({ path }) =>
			path.includes('webhooks') ? json({}, 404) : json({ detail: 'Invalid token.' }, 403),
		);
		expect(message).toContain('(403): Invalid token.');
		expect(message).not.toContain('Base URL');
	});

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

it('an unusable token is refused before anything is sent', async () => {
	const { message, probes } = await tried(() => json([]), { accessToken: `${token}\nX: 1` });
	expect(message).toContain("'Access Token': it contains spaces");
	expect(probes).toEqual([]);
});
