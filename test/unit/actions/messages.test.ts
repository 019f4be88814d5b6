import './shortWaits';
import { byKey, failureOf, host, key, locator, nock, run, type Options } from './support';
import { inspect } from 'node:util';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

// Messages for each status and shape of a body: test/unit/service/. Without HTML: test/n8n/actions/.

const path = `/api/v3/appointments/${key}/`;

it.each([
	['ECONNREFUSED', 'SMTP failed: connect ECONNREFUSED 127.0.0.1:25'],
	['EEXIST', 'There is a preexisting appointment.'],
])('n8n does not replace a message of the service that contains %s', async (_code, detail) => {
	nock(host).get(path).twice().reply(400, { detail });
	const { message, description } = await failureOf(run('appointment:get', byKey));
	// n8n logs the message, and a text of the service may name a client.
	expect(message).toBe('The service refused the request as invalid (400)');
	expect(description).toContain(`The service says: ${detail}`);
	const { items } = await run('appointment:get', byKey, { continueOnFail: true });
	expect(items[0]?.json.error).toContain(detail);
});

it('a change that may have been made warns of Retry On Fail', async () => {
	nock(host).patch(path).twice().reply(500);
	nock(host).persist().get(path).reply(500);
	const change = async (options?: Options) =>
		await run('appointment:updateStatus', { ...byKey, status: 'NO_SHOW' }, options);
	const warning =
		/The change may have been made\. .*If 'Retry On Fail' is on .*, n8n may make the change again\.$/;
	expect((await failureOf(change())).description).toMatch(warning);
	// Somebody may read this text alone.
	const { items } = await change({ continueOnFail: true });
	expect(items[0]?.json.error).toMatch(warning);
});

it('an expression that n8n cannot evaluate keeps what the editor explains it with', async () => {
	const parameters = { appointment: locator('={{ $("Nowhere").item.json.key }}') };
	const { message, context } = await failureOf(run('appointment:get', parameters));
	expect(message).toBe("Referenced node doesn't exist");
	expect(context).toMatchObject({ nodeCause: 'Nowhere', parameter: 'appointment', itemIndex: 0 });
});

// In stored executions and in the log: test/n8n/actions/token.test.ts. Other forms of it: test/unit/service/values/texts.test.ts.

const secret = 'tok_4f9d0c7e51';

type Outcome = (interceptor: nock.Interceptor) => nock.Scope;

const echo = { request: { headers: { authorization: `Bearer ${secret}` } } };
const outcomes: Record<string, Outcome> = {
	broken: (it_) => it_.reply(500, echo),
	reset: (it_) => it_.replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
	noHost: (it_) => it_.replyWithError(Object.assign(new Error('none'), { code: 'ENOTFOUND' })),
	odd: (it_) => it_.replyWithError(`wrote Authorization: Bearer ${secret}`),
	encoded: (it_) => it_.reply(302, '', { location: `https://evil.example/?t=${secret}` }),
	echoed: (it_) => it_.reply(400, { detail: `Bad header "Bearer ${secret}"` }),
};

const operations = {
	'appointment:get': ['GET', byKey],
	'appointment:getAll': ['GET', { returnAll: true }],
	'appointment:create': [
		'POST',
		{
			calendar: locator('c'),
			startDate: '2031-05-01T10:00:00',
			attendees: { attendee: [{ name: 'Ana' }] },
			checkSlot: false,
		},
	],
	'appointment:cancel': ['DELETE', { ...byKey, sendEmail: 'no' }],
	'appointment:updateStatus': ['PATCH', { ...byKey, status: 'NO_SHOW' }],
	'webhook:delete': ['DELETE', { webhook: locator('1') }],
} as const;

/** Everything of an error that n8n may store, log or show. */
function shown(error: unknown): string {
	return [
		inspect(error, { depth: 12, showHidden: true, getters: true }),
		JSON.stringify(error),
		error instanceof Error ? `${error.stack} ${String(error.cause)}` : '',
	].join('\n');
}

it('the token never appears in an error', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...(Object.keys(operations) as Array<keyof typeof operations>)),
			fc.constantFrom(...Object.keys(outcomes)),
			fc.constantFrom('Bearer', 'Basic'),
			fc.boolean(),
			async (name, outcome, webhookAuthScheme, continueOnFail) => {
				const [method, parameters] = operations[name];
				for (const each of new Set(['GET', method])) {
					outcomes[outcome]?.(nock(host).persist().intercept(/./, each));
				}
				const result = await run(name, parameters as INodeParameters, {
					credentials: { accessToken: secret, webhookAuthScheme },
					continueOnFail,
				}).catch((error: unknown) => error);
				nock.cleanAll();
				expect(result instanceof Error).toBe(!continueOnFail);
				expect(shown(result)).not.toContain(secret);
			},
		),
		{ numRuns: 60 },
	);
});
