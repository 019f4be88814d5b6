import { inspect } from 'node:util';

import fc from 'fast-check';

import { byKey, host, locator, nock, run } from './support';

// In stored executions and in the log: test/n8n/actions/token.test.ts. Other forms of it: test/unit/service/values/text.test.ts.

jest.mock('../../../nodes/AppointmentScheduling/service/http/wait', () => ({
	...jest.requireActual('../../../nodes/AppointmentScheduling/service/http/wait'),
	wait: async () => await Promise.resolve(),
}));

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
				const result = await run(
					name,
					{ ...parameters, options: { maxRetries: 0 } },
					{ credentials: { accessToken: secret, webhookAuthScheme }, continueOnFail },
				).catch((error: unknown) => error);
				nock.cleanAll();
				expect(result instanceof Error).toBe(!continueOnFail);
				expect(shown(result)).not.toContain(secret);
			},
		),
		{ numRuns: 100 },
	);
});
