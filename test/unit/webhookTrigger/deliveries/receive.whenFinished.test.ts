import { setImmediate as nextTurn } from 'node:timers/promises';

import { DeliveryMemory } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/memory';
import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { freshNode, many, notification, service, triggerFor } from './support';

let at: Service;
let trigger: TriggerWorkflow;
let body: ReturnType<typeof notification>;

beforeAll(async () => {
	at = await service();
});

beforeEach(async () => {
	trigger = triggerFor(at, { options: { respond: 'whenFinished' } });
	body = notification();
	await trigger.activate();
});

const fail = () => {
	throw new Error('The next node failed');
};
const statusesOf = async () => (await trigger.finished()).map(({ status }) => status);

it('a failed run gets 500 and runs again when redelivered, until it succeeds', async () => {
	trigger.installed.next = fail;
	expect(await trigger.deliver({ body })).toMatchObject({ status: 500 });
	trigger.installed.next = () => {};
	for (let time = 0; time < 2; time += 1) {
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	}
	expect(await statusesOf()).toEqual(['error', 'success']);
});

it.each([
	['succeeds', () => {}, [200, 200, 200, 200, 200]],
	['fails', fail, [500, 503, 503, 503, 503]],
])(
	'duplicates wait for the run, and get a response when it %s',
	async (_how, outcome, statuses) => {
		const waiting = jest.spyOn(DeliveryMemory.prototype, 'outcomeOf');
		trigger.installed.next = async () => {
			while (waiting.mock.calls.length < 5) await nextTurn();
			outcome();
		};
		const answers = await many(trigger, 5, body);
		expect(answers.map(({ status }) => status).sort()).toEqual(statuses);
		expect(trigger.executions).toHaveLength(1);
		waiting.mockRestore();
	},
);

describe('after a restart of n8n', () => {
	const restart = async () => await trigger.restart(await freshNode());

	it('an event that succeeded before another run began does not run again', async () => {
		await trigger.deliver({ body });
		await trigger.deliver({ body: notification() });
		await restart();
		await trigger.deliver({ body });
		expect(trigger.executions).toHaveLength(2);
	});

	it('an event of which a duplicate was dropped does not run again', async () => {
		await many(trigger, 2, body);
		await restart();
		await trigger.deliver({ body });
		expect(trigger.executions).toHaveLength(1);
	});

	it('an event whose run has failed runs again', async () => {
		trigger.installed.next = fail;
		await trigger.deliver({ body });
		await restart();
		trigger.installed.next = () => {};
		await trigger.deliver({ body });
		expect(await statusesOf()).toEqual(['error', 'success']);
	});
});
