import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { itemFor } from '../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/item';
import { forWorker, withHandover } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/handover';
import { processedData } from '../../support';
import { execute } from '../../support/engine/execution';
import { StoredWorkflow } from '../../support/engine/storedWorkflow';
import { queueMode } from '../deliveries/queueMode';
import { UPDATED } from '../deliveries/support';

/** After that, no worker brings back a state that was left. */
const SETTLED_MS = 4_000;

let node: Awaited<ReturnType<typeof queueMode>>;
let workflow: StoredWorkflow;

beforeEach(async () => {
	processedData.reset();
	node = await queueMode();
	workflow = new StoredWorkflow(node);
});

const seen = (status: string) => ({ start: 29_500_000, status });
const changeOf = (former: string, status: string) => ({
	key: 'a',
	seen: seen(status),
	former: seen(former),
});

/** On one of two workers; how many items pass. n8n provides no static data. */
async function run(worker: 0 | 1, item: INodeExecutionData, staticData = {}): Promise<number> {
	node.worker = worker;
	workflow.staticData = staticData;
	const mode = item.json.caughtUp ? 'trigger' : 'webhook';
	const { items } = await execute(workflow, { id: '1', mode, data: [[item]] });
	return items.length;
}

let events = 0;
const delivered = (former: string, status: string, staticData?: IDataObject) =>
	withHandover(
		{ event: UPDATED },
		{
			identity: `event ${(events += 1)}`,
			whenFinished: false,
			caughtUp: undefined,
			appointment: { ...changeOf(former, status), eventTime: Date.now() },
			staticData,
		},
	);

const found = (former: string, status: string, isOverdue = false) =>
	itemFor(
		{ ...changeOf(former, status), event: UPDATED, data: {}, isOverdue },
		{ zone: 'utc', listedAt: Date.now() },
		undefined,
	);

/** A run records its end after n8n has saved it. */
async function recorded(): Promise<void> {
	const { installed } = workflow;
	const context = { workflow: installed.workflow(), node: installed.node };
	const count = async () => await processedData.getProcessedDataCount('node', context);
	for (let last = -1; last !== (await count());) {
		last = await count();
		await sleep(100);
	}
}

test('what static data contained is there again when n8n saves what the worker leaves', async () => {
	const stored = { webhookKey: 'w', webhookUrl: 'https://n8n.test/', deliveries: ['earlier'] };
	expect(await run(0, delivered('CONFIRMED', 'ATTENDED', stored))).toBe(1);
	expect(workflow.nodeStaticData).toMatchObject({
		...stored,
		deliveries: ['earlier', expect.any(String)],
		watched: { statuses: ['', 'ATTENDED'] },
	});
});

test('what n8n provides is not replaced', async () => {
	const item = delivered('CONFIRMED', 'ATTENDED', { webhookKey: 'older' });
	const staticData = { [`node:${workflow.installed.node.name}`]: { webhookKey: 'newer' } };
	expect(await run(0, item, staticData)).toBe(1);
	expect(workflow.nodeStaticData).toMatchObject({ webhookKey: 'newer' });
});

test('a URL with a secret is not kept with the execution', () => {
	const webhookUrl = 'https://n8n.test/webhook';
	expect(forWorker({ webhookKey: 'w', webhookUrl })).toEqual({ webhookKey: 'w', webhookUrl });
	const secret = { webhookKey: 'w', webhookUrl: `${webhookUrl}?secret=s`, deliveries: ['one'] };
	expect(forWorker(secret)).toEqual({ deliveries: ['one'] });
});

test('a check does not run what a delivery has run on another worker', async () => {
	expect(await run(0, delivered('CONFIRMED', 'ATTENDED'))).toBe(1);
	await recorded();
	expect(await run(1, found('CONFIRMED', 'ATTENDED'))).toBe(0);
	expect(await run(1, found('CONFIRMED', 'ATTENDED', true))).toBe(0);
	expect(await run(1, found('CONFIRMED', 'NO_SHOW'))).toBe(1);
});

test('a state that has come back runs again', async () => {
	expect(await run(0, delivered('CONFIRMED', 'ATTENDED'))).toBe(1);
	await recorded();
	expect(await run(1, delivered('ATTENDED', 'CONFIRMED'))).toBe(1);
	await sleep(SETTLED_MS);
	expect(await run(1, found('CONFIRMED', 'ATTENDED'))).toBe(1);
});

test('if n8n’s store fails, what a check has found runs', async () => {
	expect(await run(0, delivered('CONFIRMED', 'ATTENDED'))).toBe(1);
	await recorded();
	processedData.beforeAccess = () => {
		throw new Error('The database is locked');
	};
	expect(await run(1, found('CONFIRMED', 'ATTENDED'))).toBe(1);
});
