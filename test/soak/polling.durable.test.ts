import { eventually } from '../n8n/harness';
import { durable, pollingSuite } from '../n8n/support/pollingSuite';

describe('polls of n8n’s durable scheduler', () => void pollingSuite(durable));

describe('polls of n8n’s durable scheduler, with cursors', () => {
	// With this format, n8n logs how long it waits after a poll that fails.
	const log = { N8N_LOG_FORMAT: 'json' };
	const env = { ...durable, ...log, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' };
	const fixture = pollingSuite(env, true);

	test('tells n8n how long to wait if the service refuses a poll', async () => {
		const { service, n8n } = fixture;
		// Longer than n8n waits by itself, so that a poll left over from before is not mistaken for it.
		const minutes = 50;
		service.faults.add({
			action: { kind: 'respond', status: 429, headers: { 'Retry-After': String(minutes * 60) } },
		});
		const delays = () =>
			n8n.log(/backing off/).map((line) => Number(/"delayMs":(\d+)/.exec(line)?.[1]) / 60_000);
		// Some of it is over when a poll fails that has only waited for its turn.
		const isAsked = (delay: number) => delay > minutes - 1 && delay <= minutes;
		await eventually(() => expect(delays().some(isAsked)).toBe(true));
		expect(n8n.log(/Poll exceeded its timeout/)).toEqual([]);
	});
});
