import { service } from '../support/service';
import { byKey, failureOf, host, key, nock, run } from './support';

const path = `/api/v3/appointments/${key}/`;
const html = { 'content-type': 'text/html' };
const once = { options: { maxRetries: 0 } };

it('a refusal shows the message of the service, and what to do', async () => {
	nock(host)
		.patch(path)
		.reply(422, { start_date: ['Not available.'] });
	const failure = await failureOf(run('appointment:updateStatus', { ...byKey, status: 'NO_SHOW' }));
	expect(failure).toMatchObject({
		name: 'NodeApiError',
		message: 'The service refused the values in the request (422): start_date: Not available.',
		description: 'Check the parameters against the message of the service',
		httpCode: '422',
		context: { itemIndex: 0 },
	});
});

it.each([
	['ECONNREFUSED', 'SMTP failed: connect ECONNREFUSED 127.0.0.1:25'],
	['EEXIST', 'There is a preexisting appointment.'],
])('n8n does not replace a message of the service that contains %s', async (_code, detail) => {
	nock(host).get(path).reply(400, { detail });
	expect((await failureOf(run('appointment:get', byKey))).message).toContain(detail);
	nock(host).get(path).reply(400, { detail });
	const { items } = await run('appointment:get', byKey, { continueOnFail: true });
	expect(items[0]?.json.error).toContain(detail);
});

it('no tag of the service reaches an error', async () => {
	const detail =
		'<a href="https://evil.example" style="position:fixed;inset:0">Session expired</a>';
	nock(host)
		.get(path)
		.reply(400, { detail: { reason: 'no', message: `Fewer than 5 ${detail}` } });
	const failure = await failureOf(run('appointment:get', byKey));
	expect(failure.message).toContain('Session expired');
	expect(JSON.stringify(failure)).not.toMatch(/[<>]/);
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

it('a redirect to another host gets no request', async () => {
	let requests = 0;
	nock('https://evil.example')
		.persist()
		.get(/./)
		.reply(() => [200, { requests: (requests += 1) }]);
	nock(host).get(path).reply(307, '', { location: 'https://evil.example/api/v3/' });
	const failure = await failureOf(run('appointment:get', byKey));
	nock.cleanAll();
	expect(failure.message).toContain('redirects to https://evil.example/api/v3/');
	expect(requests).toBe(0);
});

it('a port without HTTPS is explained, and not blamed on a certificate', async () => {
	const { baseUrl } = await service();
	nock.enableNetConnect('127.0.0.1');
	const credentials = { baseUrl: baseUrl.replace('http:', 'https:') };
	const failure = await failureOf(run('appointment:get', { ...byKey, ...once }, { credentials }));
	expect(failure.message).toBe('The service does not respond with HTTPS at this address');
	expect(failure.description).toContain('port');
});

it('a lost connection is explained, with its code', async () => {
	nock(host)
		.get(path)
		.replyWithError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
	const failure = await failureOf(run('appointment:get', { ...byKey, ...once }));
	expect(failure.message).toBe('The service host refused the connection');
	expect(failure.description).toMatch(/'Base URL' in the credential.*\(ECONNREFUSED\)$/);
});

it('advises an option of the node only where it helps', async () => {
	const description = async (reply: (it_: nock.Interceptor) => nock.Scope) => {
		reply(nock(host).get(path));
		return (await failureOf(run('appointment:get', { ...byKey, ...once }))).description;
	};
	const broken = (code: string) => Object.assign(new Error('failed'), { code });
	expect(await description((it_) => it_.reply(429))).toMatch(/'Concurrency'.*'Request Interval'/);
	expect(await description((it_) => it_.replyWithError(broken('ETIMEDOUT')))).toContain(
		"'Timeout'",
	);
	expect(await description((it_) => it_.replyWithError(broken('ENOTFOUND')))).not.toContain(
		"'Timeout'",
	);
});
