import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { chain, outputOf, pollingTriggerNodeType } from './harness';
import { useBench } from './support/bench';

/** n8n takes no interval below a minute, but as many minutes as wanted: one for every other second. */
const everyTwoSeconds = {
	item: Array.from({ length: 30 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 2} * * * * *`,
	})),
};
const MINUTE = 60_000;
const QUIET_MS = 3_500;

const polled: Record<string, INodeParameters> = {
	created: { event: 'created' },
	rescheduled: { event: 'rescheduled' },
	statusChanged: { event: 'statusChanged', filters: { status: ['ATTENDED', 'CANCELED'] } },
	startsSoon: { event: 'startsSoon', leadTime: 1, leadTimeUnit: 'hours' },
};

const bench = useBench({ dialect: { like: 'paged', pageSize: 3, canceledStatus: 'CANCELED' } });
const ids: Record<string, string> = {};

/** On a whole minute, since a snapshot keeps starts in minutes. */
const inMinutes = (minutes: number) =>
	bench.service.zone.iso((Math.ceil(Date.now() / MINUTE) + minutes) * MINUTE);

const create = async (parameters: INodeParameters) => {
	const trigger = {
		name: 'Trigger',
		type: pollingTriggerNodeType,
		credentialId: bench.credentialId,
		parameters: { ...parameters, pollTimes: everyTwoSeconds },
	};
	const received = { name: 'Received', type: 'n8n-nodes-base.noOp' };
	const { id } = await bench.n8n.api.createWorkflow(chain('Polled', [trigger, received]));
	return id;
};

/** What each run of a workflow began with, oldest first; n8n keeps a failed poll as an execution too. */
async function runsOf(event: string): Promise<IDataObject[][]> {
	const executions = await bench.n8n.api.executions(ids[event]!, { includeData: true });
	return executions
		.filter(({ mode, status }) => mode === 'trigger' && status === 'success')
		.reverse()
		.map((execution) => outputOf(execution, 'Received'));
}

/** Waits for so many runs of each, and then for what should not come. */
async function settle(counts: Record<string, number>): Promise<void> {
	const deadline = Date.now() + 20_000;
	for (const [event, count] of Object.entries(counts)) {
		while ((await runsOf(event)).length < count && Date.now() < deadline) await sleep(100);
	}
	await sleep(QUIET_MS);
	for (const [event, count] of Object.entries(counts)) {
		expect([event, (await runsOf(event)).length]).toEqual([event, count]);
	}
}

const keyIn = (run: IDataObject[] | undefined) =>
	run?.map(({ data }) => (data as IDataObject).appointment_key);

beforeAll(async () => {
	bench.service.seed(7, () => ({ status: 'CONFIRMED', start_date: inMinutes(600) }));
	for (const [event, parameters] of Object.entries(polled)) {
		ids[event] = await create(parameters);
		await bench.n8n.api.activate(ids[event]);
	}
});

test('the first polls start nothing, and each change starts one run of its workflow', async () => {
	const { service } = bench;
	await settle({ created: 0, rescheduled: 0, statusChanged: 0, startsSoon: 0 });

	const booked = service.book({ status: 'CONFIRMED', start_date: inMinutes(300) });
	const { appointment_key: key } = booked;
	const shown = service.shown(booked);
	await settle({ created: 1, rescheduled: 0, statusChanged: 0, startsSoon: 0 });
	expect(await runsOf('created')).toEqual([[{ event: 'created', data: shown }]]);

	const moved = service.shown(service.reschedule(key, inMinutes(30)));
	const previous = { start_date: shown.start_date, status: 'CONFIRMED' };
	await settle({ created: 1, rescheduled: 1, statusChanged: 0, startsSoon: 1 });
	expect(await runsOf('rescheduled')).toEqual([[{ event: 'rescheduled', data: moved, previous }]]);
	const leadTime = { value: 1, unit: 'hours' };
	expect(await runsOf('startsSoon')).toEqual([[{ event: 'startsSoon', data: moved, leadTime }]]);

	const attended = service.shown(service.updateStatus(key, 'ATTENDED'));
	await settle({ created: 1, rescheduled: 1, statusChanged: 1, startsSoon: 1 });
	expect(await runsOf('statusChanged')).toEqual([
		[
			{
				event: 'statusChanged',
				data: attended,
				previous: { start_date: moved.start_date, status: 'CONFIRMED' },
			},
		],
	]);
});

test('what happens while n8n is killed, or the service fails, starts one run afterwards', async () => {
	const { service, n8n } = bench;
	await n8n.kill();
	const booked = service.book({ status: 'CONFIRMED', start_date: inMinutes(20) });
	const [moved, canceled] = service.appointments
		.list()
		.filter(({ status, appointment_key: key }) => {
			return status === 'CONFIRMED' && key !== booked.appointment_key;
		});
	service.reschedule(moved!.appointment_key, inMinutes(700));
	service.cancel(canceled!.appointment_key);
	await n8n.restart();

	await settle({ created: 2, rescheduled: 2, statusChanged: 2, startsSoon: 2 });
	expect(keyIn((await runsOf('created'))[1])).toEqual([booked.appointment_key]);
	expect(keyIn((await runsOf('rescheduled'))[1])).toEqual([moved!.appointment_key]);
	expect(keyIn((await runsOf('statusChanged'))[1])).toEqual([canceled!.appointment_key]);
	expect(keyIn((await runsOf('startsSoon'))[1])).toEqual([booked.appointment_key]);

	const fault = service.faults.add({ action: { kind: 'respond', status: 403 } });
	const later = service.book({ status: 'CONFIRMED', start_date: inMinutes(10) });
	const deadline = Date.now() + 20_000;
	while (fault.hits < 4 && Date.now() < deadline) await sleep(50);
	expect(fault.hits).toBeGreaterThanOrEqual(4);
	fault.remove();
	await settle({ created: 3, startsSoon: 3, rescheduled: 2, statusChanged: 2 });
	expect(keyIn((await runsOf('created'))[2])).toEqual([later.appointment_key]);
	expect(keyIn((await runsOf('startsSoon'))[2])).toEqual([later.appointment_key]);
});

test('a test in the editor shows appointments to come, and takes nothing from the workflow', async () => {
	const { n8n, service } = bench;
	for (const [event, parameters] of Object.entries(polled)) {
		if (event === 'statusChanged') continue;
		const before = (await runsOf(event)).length;
		const id = await create(parameters);
		const execution = await n8n.api.runManually(id, 'Trigger');
		expect(outputOf(execution, 'Received')).toHaveLength(3);
		expect(outputOf(execution, 'Received')).toMatchObject(Array(3).fill({ event }));
		expect(await runsOf(event)).toHaveLength(before);
	}
	service.book({ status: 'CONFIRMED', start_date: inMinutes(5) });
	await settle({ created: 4, startsSoon: 4 });
});
