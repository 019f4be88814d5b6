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

it('an event that a filter holds back is known to the next one, over a restart too', async () => {
	const trigger = triggerFor(at, {
		events: [CREATED, UPDATED],
		options: { onlyWhenChanged: ['status'], status: ['CONFIRMED'] },
	});
	await trigger.activate();
	await trigger.deliver({ body: created });
	await trigger.finished();
	await trigger.deliver({ body: updated(1, { status: 'PENDING' }) });
	await trigger.restart(await freshNode());
	await trigger.deliver({ body: updated(2, { status: 'CONFIRMED' }) });
	expect(await runsOf(trigger)).toMatchObject([[created], [{ previous: { status: 'PENDING' } }]]);
});

it('a worker and a webhook processor write nothing into static data', async () => {
	processedData.reset();
	const trigger = new TriggerWorkflow(await queueMode(), {
		credentials: credentialOf(at),
		parameters: parametersOf(['status']),
	});
	await trigger.activate();
	const { staticData } = trigger;
	await trigger.deliver({ body: created });
	await trigger.deliver({ body: updated(1, { start_date: '2026-03-02T10:00:00+01:00' }) });
	expect(await runsOf(trigger)).toMatchObject([[created]]);
	expect(trigger.staticData).toEqual(staticData);
});
