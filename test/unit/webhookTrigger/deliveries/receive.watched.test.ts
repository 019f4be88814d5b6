import type { Service } from '../../../stand-in';
import { credentialOf } from '../../../stand-in';
import { processedData, TriggerWorkflow } from '../../support';
import { queueMode } from './queueMode';
import { CREATED, freshNode, notification, runsOf, service, triggerFor, UPDATED } from './support';

let at: Service;

beforeAll(async () => {
	at = await service();
});

const parametersOf = (onlyWhenChanged: string[]) => ({
	events: [CREATED, UPDATED],
	options: { onlyWhenChanged },
});

const { data } = notification();
const created = notification({ data });
const updated = (second: number, changes: Record<string, unknown>) =>
	notification({
		event: UPDATED,
		timestamp: `2026-03-01T10:00:0${second}+01:00`,
		data: { ...data, ...changes },
	});

it('a start without an offset is compared in the time zone of the workflow', async () => {
	const trigger = triggerFor(at, parametersOf(['start']), { timezone: 'Europe/Madrid' });
	await trigger.activate();
	await trigger.deliver({ body: created });
	await trigger.deliver({ body: updated(1, { start_date: '2026-03-02T09:00:00' }) });
	const moved = updated(2, { start_date: '2026-03-02T10:00:00' });
	await trigger.deliver({ body: moved });
	expect(await runsOf(trigger)).toMatchObject([[created], [moved]]);
});

it('an update without a run is known over a restart', async () => {
	const trigger = triggerFor(at, parametersOf(['status']));
	await trigger.activate();
	await trigger.deliver({ body: created });
	await trigger.finished();
	const start_date = '2026-03-02T10:00:00+01:00';
	await trigger.deliver({ body: updated(1, { start_date }) });
	await trigger.restart(await freshNode());
	await trigger.deliver({ body: updated(2, { start_date, status: 'PENDING' }) });
	expect(await runsOf(trigger)).toMatchObject([[created], [{ previous: { start_date } }]]);
});

it('a worker gets what static data contains, and what it did not end is forgotten', async () => {
	processedData.reset();
	const trigger = new TriggerWorkflow(await queueMode(), {
		credentials: credentialOf(at),
		parameters: parametersOf(['status']),
	});
	await trigger.activate();
	const { workflowData } = await trigger.deliver({ body: created });
	expect(workflowData?.[0]?.[0]).toMatchObject({
		delivery: { staticData: { webhookUrl: trigger.webhookUrl } },
	});
	await trigger.finished();
	const { staticData } = trigger;
	await trigger.deliver({ body: updated(1, { status: 'PENDING' }) });
	expect(await runsOf(trigger)).toHaveLength(2);
	// The worker was killed before that was saved.
	trigger.staticData = staticData;
	const now = performance.now.bind(performance);
	const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 20_001);
	await trigger.deliver({ body: updated(2, { status: 'PENDING' }) });
	expect(await runsOf(trigger)).toHaveLength(3);
	clock.mockRestore();
});
