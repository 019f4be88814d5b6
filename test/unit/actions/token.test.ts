import { inspect } from 'node:util';

import fc from 'fast-check';

import { byKey, host, locator, nock, run } from './support';

// In stored executions and in the log: test/n8n/actions/token.test.ts.

jest.mock('../../../nodes/AppointmentScheduling/service/http/wait', () => ({
	...jest.requireActual('../../../nodes/AppointmentScheduling/service/http/wait'),
	wait: async () => await Promise.resolve(),
}));

const secret = 'tok_4f9d0c7e51';

type Outcome = (interceptor: nock.Interceptor) => nock.Scope;

const echo = { request: { headers: { authorization: `Bearer ${secret}` } } };
const outcomes: Record<string, Outcome> = {
	refused: (it_) => it_.reply(401, { detail: 'Invalid token.' }),
	forbidden: (it_) => it_.reply(403, '<html>403</html>', { 'content-type': 'text/html' }),
	notFound: (it_) => it_.reply(404, { message: 'No.' }),
	broken: (it_) => it_.reply(500, echo),
	busy: (it_) => it_.reply(503, 'Busy'),
	reset: (it_) => it_.replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
	noHost: (it_) => it_.replyWithError(Object.assign(new Error('none'), { code: 'ENOTFOUND' })),
	odd: (it_) => it_.replyWithError(`wrote Authorization: Bearer ${secret}`),
	page: (it_) => it_.reply(200, '<html>', { 'content-type': 'text/html' }),
	away: (it_) => it_.reply(302, '', { location: 'https://evil.example/' }),
	nowhere: (it_) => it_.reply(302, ''),
	encoded: (it_) => it_.reply(302, '', { location: `https://evil.example/?t=${secret}` }),
	atTheCut: (it_) => it_.reply(400, { detail: `${'x'.repeat(490)}${secret}` }),
	echoed: (it_) => it_.reply(400, { detail: `Bad header "Bearer ${secret}"` }),
	inBase64: (it_) => it_.reply(400, { detail: btoa(`user:${secret}`) }),
};

const operations = {
	'appointment:get': ['GET', byKey],
	'appointment:getAll': ['GET', { returnAll: true }],
	'appointment:cancel': ['DELETE', { ...byKey, sendEmail: 'no' }],
	'appointment:updateStatus': ['PATCH', { ...byKey, status: 'NO_SHOW' }],
	'webhook:getAll': ['GET', { returnAll: true }],
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
				for (const form of [secret, btoa(`user:${secret}`).slice(8, -4)]) {
					expect(shown(result)).not.toContain(form);
				}
			},
		),
		{ numRuns: 150 },
	);
});
