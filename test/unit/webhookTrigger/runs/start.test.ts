import type { INodeExecutionData } from 'n8n-workflow';

import { isChange } from '../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/checks/changed';
import type { Delivery } from '../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/delivery';
import {
	handoverIn,
	type Handover,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/handover';
import { DeliveryMemory } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/memory';
import { acknowledge } from '../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/verdict';
import { Watch } from '../../../../nodes/AppointmentScheduling/watching/watch';
import { newProcess } from '../../support';
import { UPDATED } from '../deliveries/support';
import { confirmed, handover, itemHere, JSON_DATA, otherProcess, pending, Stage } from './stage';

let itemThere: typeof itemHere;
let stage: Stage;

beforeAll(async () => {
	itemThere = await otherProcess();
});

beforeEach(() => void (stage = new Stage()));
afterEach(() => {
	// That is for workers.
	expect([stage.replies, stage.warnings]).toEqual([[], []]);
});

const found = { caughtUp: { isOverdue: false } };
const count = async (item: INodeExecutionData) => (await stage.run([item])).length;

describe('what webhook() or a check hands over', () => {
	const unknown = { start: undefined, status: '' };

	test.each<Partial<Handover>>([
		{},
		{ identity: undefined, appointment: undefined, whenFinished: true },
		{ caughtUp: { isOverdue: true }, staticData: { webhookKey: 'w' } },
		{ ...found, appointment: { key: 'b', seen: unknown, former: undefined, eventTime: undefined } },
	])('arrives as it was, also as JSON, with %p', (changes) => {
		const sent = { ...handover(changes), token: expect.any(String) };
		const asJson = (item: INodeExecutionData) =>
			JSON.parse(JSON.stringify(item)) as INodeExecutionData;
		expect(handoverIn(asJson(itemHere(changes)))).toStrictEqual({ ...sent, isElsewhere: false });
		expect(handoverIn(asJson(itemThere(changes)))).toStrictEqual({ ...sent, isElsewhere: true });
	});

	test('is unknown where it has another type', () => {
		const appointment = { key: 'a', start: null, status: '', former: 'x', eventTime: '5' };
		const delivery = { key: 7, whenFinished: 1, caughtUp: true, appointment, staticData: [] };
		expect(handoverIn({ json: {}, delivery } as unknown as INodeExecutionData)).toMatchObject({
			...{ identity: undefined, whenFinished: false, caughtUp: undefined, staticData: undefined },
			appointment: { key: 'a', seen: unknown, former: undefined, eventTime: undefined },
		});
	});
});

describe('a run', () => {
	test('passes its items on without what was handed over', async () => {
		const items = [itemHere(), { json: { other: true } }];
		expect(await stage.run(items)).toStrictEqual([
			{ json: JSON_DATA, pairedItem: { item: 0 } },
			{ json: { other: true }, pairedItem: { item: 1 } },
		]);
	});

	test('that a user retries passes, and nothing is noted', async () => {
		stage.mode = 'retry';
		stage.watch.begin('a', confirmed);
		expect(await stage.run([itemHere(found)])).toStrictEqual([
			{ json: JSON_DATA, pairedItem: { item: 0 } },
		]);
		expect(stage.staticData).toEqual({});
	});

	test.each<[Partial<Handover>, string[] | undefined]>([
		[{}, ['earlier', 'event']],
		[{ whenFinished: true }, ['earlier']],
		[found, ['earlier', 'event']],
	])('with %p leaves the identities that n8n saves', async (changes, deliveries) => {
		stage.staticData.deliveries = ['earlier'];
		expect(await count(itemHere(changes))).toBe(1);
		expect(stage.save().deliveries).toEqual(deliveries);
	});

	test('without an identity leaves static data as it is', async () => {
		expect(await count(itemHere({ identity: undefined, appointment: undefined }))).toBe(1);
		expect(stage.staticData).toEqual({});
	});

	test('has ended when n8n saves it, and leaves what has become known since it was taken in', async () => {
		stage.watch.begin('a', confirmed);
		stage.watch.begin('a', pending);
		const appointment = { key: 'a', seen: confirmed, former: pending, eventTime: undefined };
		expect(await count(itemHere({ appointment }))).toBe(1);
		expect(stage.watch.get('a')).toEqual(pending);
		expect(stage.watch.hasEnded('a', confirmed)).toBe(false);
		stage.save();
		expect(stage.watch.hasEnded('a', confirmed)).toBe(true);
	});

	test('in this process uses the static data that n8n provides, even if it is empty', async () => {
		await stage.run([itemHere({ identity: undefined, staticData: { webhookKey: 'older' } })]);
		expect(stage.staticData).not.toHaveProperty('webhookKey');
	});
});

describe('what a check has found', () => {
	test('runs, and is known from then on', async () => {
		stage.watch.begin('a', pending, 1_000);
		expect(await count(itemHere(found))).toBe(1);
		expect(stage.watch.get('a')).toEqual(confirmed);
	});

	test('runs if a later event is known, and that stays known', async () => {
		stage.watch.begin('a', pending, 3_000);
		expect(await count(itemHere(found))).toBe(1);
		expect(stage.watch.get('a')).toEqual(pending);
	});

	test('runs if an update meanwhile told the same and needed no run', async () => {
		stage.watch.begin('a', pending, 1_000);
		stage.watch.find('a', confirmed, 2_000);
		const update = {
			settings: { onlyWhenChanged: ['status'] },
			notification: {
				event: UPDATED,
				timestamp: new Date(3_000).toISOString(),
				data: { appointment_key: 'a', status: confirmed.status },
			},
			memory: new DeliveryMemory(),
			watch: stage.watch,
			zone: async () => await Promise.resolve('utc'),
			persist: () => undefined,
		} as unknown as Delivery;
		expect(await isChange(update)).toBe(acknowledge);
		expect(await count(itemHere(found))).toBe(1);
		expect(stage.watch.get('a')).toEqual(confirmed);
	});

	test('runs if it has no state', async () => {
		expect(await count(itemHere({ ...found, appointment: undefined }))).toBe(1);
	});

	test('does not run if another process has saved it, and a later event of that kind does', async () => {
		const other = new Watch();
		other.note('a', confirmed);
		stage.staticData.watched = other.toStored();
		const { watched } = stage.staticData;
		expect(await count(itemHere(found))).toBe(0);
		expect(stage.staticData).toEqual({ watched, deliveries: [] });
	});
});

test('a process knows what others run for 20 seconds, and hands all to them, until it runs something itself', async () => {
	const process = await newProcess(async () => ({
		...(await import('../../../../nodes/AppointmentScheduling/webhookTrigger/runs/handover')),
		...(await import('../../../../nodes/AppointmentScheduling/webhookTrigger/runs/start')),
	}));
	const watch = new Watch();
	const isKnownAfter = (ms: number) => {
		watch.begin('a', confirmed);
		jest.advanceTimersByTime(ms);
		process.releaseHandedOver(watch);
		return watch.get('a') !== undefined;
	};
	const states = () => [
		isKnownAfter(20_000),
		isKnownAfter(20_001),
		process.forWorker({ watched: 1 }) !== undefined,
	];
	const own = process.withHandover({}, handover());
	jest.useFakeTimers();
	try {
		await stage.run(
			[itemHere({ identity: undefined, whenFinished: true, appointment: undefined })],
			process.start,
		);
		expect(states()).toEqual([true, false, true]);
		await stage.run([own], process.start);
		expect(states()).toEqual([true, true, false]);
	} finally {
		jest.useRealTimers();
	}
});
