import { byKey, failureOf, host, key, locator, nock, run } from './support';

// Messages for each status and shape of a body: test/unit/service/http/. Without HTML: test/n8n/actions/.
jest.mock('../../../nodes/AppointmentScheduling/service/http/wait', () => ({
	...jest.requireActual('../../../nodes/AppointmentScheduling/service/http/wait'),
	wait: async () => await Promise.resolve(),
}));

const path = `/api/v3/appointments/${key}/`;
const once = { options: { maxRetries: 0 } };

it.each([
	['ECONNREFUSED', 'SMTP failed: connect ECONNREFUSED 127.0.0.1:25'],
	['EEXIST', 'There is a preexisting appointment.'],
])('n8n does not replace a message of the service that contains %s', async (_code, detail) => {
	nock(host).get(path).twice().reply(400, { detail });
	expect((await failureOf(run('appointment:get', byKey))).message).toContain(detail);
	const { items } = await run('appointment:get', byKey, { continueOnFail: true });
	expect(items[0]?.json.error).toContain(detail);
});

it.each<[string, (request: nock.Interceptor) => nock.Scope, RegExp]>([
	['429', (request) => request.reply(429), /'Concurrency'.*'Request Interval'/],
	['ETIMEDOUT', (request) => request.replyWithError(broken('ETIMEDOUT')), /'Timeout'/],
	['ENOTFOUND', (request) => request.replyWithError(broken('ENOTFOUND')), /^((?!'Timeout').)*$/],
])('%s suggests an option of the node only if it helps', async (_what, reply, advice) => {
	reply(nock(host).get(path));
	const failure = await failureOf(run('appointment:get', { ...byKey, ...once }));
	expect(failure.description).toMatch(advice);
});

it('a change that may have been made warns of Retry On Fail', async () => {
	nock(host).patch(path).reply(500);
	nock(host).persist().get(path).reply(500);
	const changing = run('appointment:updateStatus', { ...byKey, status: 'NO_SHOW' });
	const { description } = await failureOf(changing);
	expect(description).toMatch(
		/^The change may have been made\. .*If 'Retry On Fail' is on .*, n8n may make the change again\.$/,
	);
});

it('an expression that n8n cannot evaluate keeps what the editor explains it with', async () => {
	const parameters = { appointment: locator('={{ $("Nowhere").item.json.key }}') };
	const { message, context } = await failureOf(run('appointment:get', parameters));
	expect(message).toBe("Referenced node doesn't exist");
	expect(context).toMatchObject({ nodeCause: 'Nowhere', parameter: 'appointment', itemIndex: 0 });
});

const broken = (code: string) => Object.assign(new Error('failed'), { code });
