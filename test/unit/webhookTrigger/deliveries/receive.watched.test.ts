import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { AppointmentSchedulingTrigger } from '../../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import { credentialOf, type Service } from '../../../stand-in';
import { processedData, TriggerWorkflow } from '../../support';
import { loaded } from '../../support/engine/nodeTypes';
import { CREATED, freshNode, notification, runsOf, service, triggerFor, UPDATED } from './support';

let at: Service;

beforeAll(async () => {
	at = await service();
});

const parametersOf = (onlyWhenChanged: string[], more = {}) => ({
	events: [CREATED, UPDATED],
	options: { onlyWhenChanged, ...more },
});

const { data } = notification();
const created = notification({ data });
const updated = (second: number, changes: Record<string, unknown>) =>
	notification({
		event: UPDATED,
		timestamp: `2026-03-01T10:00:0${second}+01:00`,
		data: { ...data, ...changes },
	});
const start_date = '2026-03-02T10:00:00+01:00';

it.each([
	['does not change the chosen field', {}, { start_date }, { start_date, status: 'PENDING' }],
	['a filter stops', { status: ['CONFIRMED'] }, { status: 'PENDING' }, { status: 'CONFIRMED' }],
])('an update that %s is known to the next one after a restart', async (_why, more, one, next) => {
	const trigger = triggerFor(at, parametersOf(['status'], more));
	await trigger.activate();
	await trigger.deliver({ body: created });
	await trigger.finished();
	await trigger.deliver({ body: updated(1, one) });
	await trigger.restart(await freshNode());
	await trigger.deliver({ body: updated(2, next) });
	expect(await runsOf(trigger)).toMatchObject([[created], [{ previous: one }]]);
});

it('a worker and a webhook processor write nothing into static data', async () => {
	processedData.reset();
	const [processor, worker] = [new (await freshNode())(), new (await freshNode())()];
	class QueueMode extends AppointmentSchedulingTrigger {
		override async webhook(this: IWebhookFunctions) {
			return await processor.webhook.call(this);
		}

		override async execute(this: IExecuteFunctions) {
			return await worker.execute.call(this);
		}
	}
	const trigger = new TriggerWorkflow(QueueMode, {
		credentials: credentialOf(at),
		parameters: parametersOf(['status']),
	});
	await trigger.activate();
	const { staticData } = trigger;
	await trigger.deliver({ body: created });
	await trigger.deliver({ body: updated(1, { start_date }) });
	expect(await runsOf(trigger)).toMatchObject([[created]]);
	expect(trigger.staticData).toEqual(staticData);
});

it('of several main processes, one that is not the leader writes nothing, and learns what the leader knows', async () => {
	const trigger = triggerFor(at, parametersOf(['status']));
	await trigger.activate();
	const follower = triggerFor(at, parametersOf(['status']));
	follower.installed.nodeType = loaded(await freshNode());
	follower.isFollower = true;
	Object.assign(follower.installed.workflowData, { id: trigger.installed.workflowData.id });
	Object.assign(follower.installed.node, { id: trigger.installed.node.id });
	follower.staticData = trigger.staticData;
	await follower.activate('init');

	await trigger.deliver({ body: created });
	await trigger.finished();
	follower.staticData = trigger.staticData;
	const { staticData } = follower;
	await follower.deliver({ body: updated(1, { start_date }) });
	expect(await runsOf(follower)).toEqual([]);
	expect(follower.staticData).toEqual(staticData);
});
