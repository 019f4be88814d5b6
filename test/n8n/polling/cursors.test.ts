import { eventually, outputOf } from '../harness';
import { EVENTS } from '../support/polling';
import { durable, pollingSuite } from '../support/pollingSuite';

describe('polls of n8n’s durable scheduler, with cursors', () => {
	const { fixture, polling, all } = pollingSuite(
		// With this format, n8n logs how long it waits after a poll that fails.
		{ ...durable, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true', N8N_LOG_FORMAT: 'json' },
	);

	test('a test event shows one upcoming appointment, and does not affect the published workflow', async () => {
		const { n8n, service } = fixture;
		for (const event of EVENTS) {
			const id = await polling.create(event);
			const execution = await n8n.api.runManually(id, 'Trigger');
			expect(outputOf(execution, 'Received')).toMatchObject([{ event }]);
		}
		const draft = { status: 'CONFIRMED', start_date: polling.inMinutes(50) } as const;
		const { appointment_key: key } = service.book(draft);
		all.created.push(key);
		all.startsSoon.push(key);
		await polling.settle({ created: all.created, startsSoon: all.startsSoon });
	});

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
