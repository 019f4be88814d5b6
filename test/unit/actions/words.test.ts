import type { INodeParameters } from 'n8n-workflow';

import { byKey, failureOf, host, key, locator, nock, run } from './support';

const path = `/api/v3/appointments/${key}/`;
const kinds = ['appointment.created'];
const html = { 'content-type': 'text/html' };

it.each([
	[400, { detail: 'Wrong format.' }, 'Wrong format.'],
	[409, { message: 'The slot is taken.' }, 'The slot is taken.'],
	[422, { start_date: ['Not available.'] }, 'start_date: Not available.'],
	[422, { errors: [{ field: 'status', message: 'Not a choice.' }] }, 'status: Not a choice.'],
	[400, { errors: { status: ['Not a choice.'] } }, 'status: Not a choice.'],
	[400, 'Plain words.', 'Plain words.'],
	[403, { error: { message: 'Not yours.' } }, 'Not yours.'],
])('the words of a %i (%j) are the title, beside a way out', async (status, body, words) => {
	nock(host).patch(path).reply(status, body);
	const failure = await failureOf(run('appointment:updateStatus', { ...byKey, status: 'NO_SHOW' }));
	expect(failure).toMatchObject({
		name: 'NodeApiError',
		message: expect.stringContaining(words),
		httpCode: String(status),
		context: { itemIndex: 0 },
	});
	expect(failure.message).toContain(`(${status})`);
	expect(failure.description?.length).toBeGreaterThan(15);
	expect(failure.description).not.toBe(failure.message);
});

it('a web page as refusal leaves the status and the way out', async () => {
	nock(host).get(path).reply(404, '<html><body>nginx</body></html>', html);
	const failure = await failureOf(run('appointment:get', byKey));
	expect(failure.message).toBe('The service does not know this address or key (404)');
	expect(failure.description).toContain('Base URL');
});

it.each([
	['a web page', '<!doctype html><title>Sign in</title>', html],
	['text', 'ok', { 'content-type': 'text/plain' }],
	['JSON cut off', '{"appointment_key": "', { 'content-type': 'application/json' }],
	['nothing', '', {}],
])('a 200 with %s is an error', async (_what, body, headers) => {
	nock(host).get(path).reply(200, body, headers);
	const failure = await failureOf(run('appointment:get', byKey));
	expect(failure.message).toMatch(
		/^The service responded with 200(, but not with JSON| and an empty body)/,
	);
	expect(failure.description).toContain('Base URL');
});

it.each(['updateStatus', 'cancel'] as const)(
	'a web page answering %s is an error',
	async (operation) => {
		nock(host)
			.intercept(path, operation === 'cancel' ? 'DELETE' : 'PATCH')
			.reply(200, '<html>', html);
		const failure = await failureOf(
			run(`appointment:${operation}`, { ...byKey, status: 'NO_SHOW' }),
		);
		expect(failure.message).toContain('not with JSON');
	},
);

describe('redirects', () => {
	const elsewhere = { location: 'https://evil.example/api/v3/' };

	it('are followed on a read within the origin, with the token', async () => {
		nock(host, { reqheaders: { authorization: /^Bearer token/ } })
			.get(path)
			.reply(308, '', { location: '/moved/' })
			.get('/moved/')
			.reply(200, { appointment_key: key });
		expect((await run('appointment:get', byKey)).items[0]?.json).toEqual({ appointment_key: key });
	});

	it.each([301, 302, 303, 307, 308])(
		'to another origin (%i) get no request at all',
		async (status) => {
			let asked = 0;
			nock('https://evil.example')
				.persist()
				.get(/./)
				.reply(() => [200, { asked: (asked += 1) }]);
			nock(host).get(path).reply(status, '', elsewhere);
			const failure = await failureOf(run('appointment:get', byKey));
			nock.cleanAll();
			expect(failure.message).toContain('redirects to https://evil.example/api/v3/');
			expect(asked).toBe(0);
		},
	);

	it.each<[Parameters<typeof run>[0], string, INodeParameters]>([
		['appointment:updateStatus', 'PATCH', { ...byKey, status: 'NO_SHOW' }],
		['appointment:cancel', 'DELETE', byKey],
		['appointment:reschedule', 'PATCH', { ...byKey, startDate: '2026-05-01T10:00:00Z' }],
		['webhook:create', 'POST', { url: 'https://a.example', events: kinds }],
		['webhook:update', 'PUT', { url: 'https://a.example', events: kinds, webhook: locator('1') }],
		['webhook:delete', 'DELETE', { webhook: locator('1') }],
	])('on a write are never followed (%s)', async (name, method, parameters) => {
		nock(host).intercept(/./, method).reply(307, '', { location: '/moved/' });
		const failure = await failureOf(run(name, parameters));
		expect(failure.message).toContain('redirects to https://scheduling.example/moved/');
		expect(failure.description).toContain('Base URL');
	});
});

it.each([
	['ECONNREFUSED', 'The service host refused the connection'],
	['ENOTFOUND', 'The service host was not found'],
	['ECONNRESET', 'The connection to the service was lost'],
	['CERT_HAS_EXPIRED', "The certificate of the service can't be trusted"],
])('a connection with %s is told in plain words', async (code, words) => {
	nock(host)
		.get(path)
		.replyWithError(Object.assign(new Error(`connect ${code}`), { code }));
	const failure = await failureOf(run('appointment:get', { ...byKey, options: { maxRetries: 0 } }));
	expect(failure.message).toContain(words);
	expect(failure.description).toMatch(new RegExp(`'Base URL' in the credential.*\\(${code}\\)$`));
});

it('advice about options is given only by the node that has them, and only if it fits', async () => {
	const settings = { options: { maxRetries: 0 } };
	const description = async (reply: (it_: nock.Interceptor) => nock.Scope) => {
		reply(nock(host).get(path));
		return (await failureOf(run('appointment:get', { ...byKey, ...settings }))).description;
	};
	const broken = (code: string) => Object.assign(new Error('failed'), { code });
	expect(await description((it_) => it_.reply(429))).toMatch(/'Concurrency'.*'Request Interval'/);
	expect(await description((it_) => it_.replyWithError(broken('ETIMEDOUT')))).toContain(
		"'Timeout'",
	);
	expect(await description((it_) => it_.replyWithError(broken('ENOTFOUND')))).not.toContain(
		"'Timeout'",
	);
	expect(await description((it_) => it_.reply(401))).not.toContain('Scheme');
});
