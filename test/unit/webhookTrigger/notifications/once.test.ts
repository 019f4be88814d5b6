import type { IDataObject } from 'n8n-workflow';

import { identityOf } from '../../../../nodes/AppointmentScheduling/webhookTrigger/notifications/identity';
import { notificationIn } from '../../../../nodes/AppointmentScheduling/webhookTrigger/notifications/notification';
import { memoryOf } from '../../../../nodes/AppointmentScheduling/webhookTrigger/notifications/once';
import type { Service } from '../../../stand-in';
import { processedData } from '../../support/engine/processedData';
import {
	CANCELED,
	CREATED,
	notification,
	runsOf,
	service,
	triggerFor,
	UPDATED,
} from '../deliveries/support';

const NOON = '2026-03-01T12:00:00Z';

it('two deliveries of a change are the same event if kind, appointment, timestamp and data are the same', () => {
	const digestOf = (event: string, timestamp: string, more: IDataObject = {}) => {
		const data = { appointment_key: 'k', status: 'PENDING', person: { name: 'Ada', tags: [] } };
		return identityOf(notificationIn({ event, timestamp, data: { ...data, ...more } })!).digest;
	};
	const digests = [
		digestOf(UPDATED, NOON),
		digestOf(CANCELED, NOON),
		digestOf(UPDATED, '2026-03-01T12:00:01Z'),
		digestOf(UPDATED, NOON, { appointment_key: 'other' }),
		digestOf(UPDATED, NOON, { status: 'CONFIRMED' }),
		digestOf(UPDATED, NOON, { person: { name: 'Ada', tags: ['new'] } }),
	];
	expect(new Set(digests).size).toBe(digests.length);
	const reordered = { person: { tags: [], name: 'Ada' }, status: 'PENDING', appointment_key: 'k' };
	expect(digestOf(UPDATED, NOON, reordered)).toBe(digests[0]);
});

describe('what is remembered', () => {
	let at: Service;
	let accesses: number;

	beforeAll(async () => {
		at = await service();
	});
	beforeEach(() => {
		accesses = 0;
		processedData.beforeAccess = () => void (accesses += 1);
	});
	afterEach(() => {
		processedData.reset();
		jest.restoreAllMocks();
	});

	async function published() {
		const trigger = triggerFor(at, { events: [CREATED, UPDATED, CANCELED] });
		await trigger.activate();
		return trigger;
	}

	/** What this process remembers. */
	function forget({ installed }: Awaited<ReturnType<typeof published>>) {
		memoryOf(installed.workflowData.id, installed.node.id).known.clear();
	}

	// First, because what other tests have recorded is confirmed in the background.
	it('without a timestamp, a copy within ten minutes starts nothing, what changes back runs', async () => {
		const trigger = await published();
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		const body = (status: string) => ({ event: 'UPDATED', appointment_key: 'k', status });
		for (const [status, minutes] of [
			['PENDING', 0],
			['PENDING', 9],
			['CONFIRMED', 9],
			['PENDING', 9],
			['PENDING', 18],
			['PENDING', 20],
		] as const) {
			now = minutes * 60_000;
			await trigger.deliver({ body: body(status) });
		}
		const runs = (await runsOf(trigger)).flat();
		expect(runs.map(({ data }) => (data as IDataObject).status)).toEqual([
			...['PENDING', 'CONFIRMED', 'PENDING', 'PENDING'],
		]);
		expect(accesses).toBe(0);
	});

	it('a test runs each time, and does not make a copy of what is delivered later', async () => {
		const trigger = await published();
		const body = notification();
		for (const test of [true, true]) {
			await trigger.listenForTest();
			await trigger.deliver({ body, test });
		}
		expect(await runsOf(trigger)).toHaveLength(2);
		expect(accesses).toBe(0);
		for (let time = 0; time < 3; time += 1) await trigger.deliver({ body });
		const runs = await runsOf(trigger);
		expect(runs.filter((items) => items.length > 0)).toHaveLength(3);
	});

	it('all creations of one appointment start one execution, in whatever body', async () => {
		const trigger = await published();
		const body = notification();
		await trigger.deliver({ body });
		await trigger.deliver({ body: { ...body, timestamp: NOON } });
		await trigger.deliver({ body: { event: 'CREATED', ...body.data } });
		await trigger.deliver({
			body: { event: 'CREATED', data: { ...body.data, status: 'PENDING' } },
		});
		expect((await runsOf(trigger)).flat()).toMatchObject([body]);
	});

	it("what this process has forgotten, or another one has run, is dropped by n8n's table alone", async () => {
		const trigger = await published();
		at.requests.clear();
		const bodies = [notification(), notification({ event: UPDATED })];
		for (const body of bodies) await trigger.deliver({ body });
		await trigger.finished();
		forget(trigger);
		for (const body of bodies) await trigger.deliver({ body });
		expect((await runsOf(trigger)).flat()).toMatchObject(bodies);
		expect(trigger.executions).toHaveLength(4);
		expect(at.requests.entries).toEqual([]);
		const stored = Object.keys(trigger.nodeStaticData);
		expect(stored.filter((name) => !name.startsWith('webhook'))).toEqual([]);
	});

	it('of two copies that a worker asks for at once, the first one runs', async () => {
		const trigger = await published();
		let release = () => {};
		const released = new Promise<void>((resolve) => (release = resolve));
		processedData.beforeAccess = async () => await released;
		const [before, body] = [notification(), notification()];
		await trigger.deliver({ body: before });
		// Two webhook processors have received one copy each.
		await trigger.deliver({ body });
		forget(trigger);
		await trigger.deliver({ body });
		release();
		expect(await runsOf(trigger)).toMatchObject([[before], [body], []]);
	});

	it('runs an event while n8n cannot read its table, and says so once', async () => {
		const trigger = await published();
		const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
		processedData.beforeAccess = () => {
			throw new Error('database is locked');
		};
		const bodies = [notification(), notification()];
		for (const body of bodies) await trigger.deliver({ body });
		expect((await runsOf(trigger)).flat()).toMatchObject(bodies);
		expect(warn.mock.calls.filter(([text]) => String(text).includes('may run'))).toHaveLength(1);
	});
});
