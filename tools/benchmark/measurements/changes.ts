import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { eventually, outputOf, request, triggerNodeType } from '../../../test/n8n/harness';
import { inDays } from '../../../test/n8n/support/events';
import type { Service } from '../../../test/stand-in';
import { median, seconds, type Row } from '../report';
import { withService, type Served, type Stage } from '../stage';
import { publishOwn } from './deliveries';

const EVENTS = ['created', 'updated', 'canceled'].map((kind) => `appointment.${kind}`);
const LATENCY_MS = 100;
const DELIVERIES = 50;
/** From the delivery to the first node, besides the time of one GET. */
const MOST_MS = 200;
const LONGEST_STRETCH_MS = 50;
const PATIENCE_MS = 600_000;
const PAGE_SIZE = 100;

export const measureChanges = async (stage: Stage): Promise<Row[]> => [
	await measureDelivered(stage),
	await measureCheck(stage),
	await measureMany(stage),
];

/** Until a delivered change reaches the first node. */
async function measureDelivered(stage: Stage): Promise<Row> {
	const { n8n } = stage;
	return await withService(stage, { latency: LATENCY_MS }, 0, async (served) => {
		const { service } = served;
		const { id, url } = await watching(stage, served, 'hourly');
		const sentAt: number[] = [];
		const gets: number[] = [];
		for (let count = 1; count <= DELIVERIES; count += 1) {
			const { appointment_key } = service.book({ status: 'CONFIRMED', start_date: inDays(1) });
			sentAt.push(Date.now());
			const data = { appointment_key };
			await request(url, { method: 'POST', body: { event: EVENTS[0], data } });
			await eventually(async () => {
				const runs = await n8n.api.executions(id, { status: 'success' });
				if (runs.length < count) throw new Error('The change has not run');
			});
			const before = performance.now();
			const headers = { authorization: `Bearer ${service.token}` };
			await request(`${service.baseUrl}/api/v3/appointments/${appointment_key}/`, { headers });
			gets.push(performance.now() - before);
		}
		const runs = await n8n.api.executions(id, { includeData: true });
		const starts = runs.map((run) => run.data!.resultData.runData.Received![0]!.startTime);
		const tookMs = median(starts.sort().map((start, index) => start - sentAt[index]!));
		const moreMs = Math.round(tookMs - median(gets));
		return {
			what: 'Each Change: from the delivery to the first node, more than a GET in ms',
			own: `${moreMs}: ${seconds(tookMs)}`,
			others: `one GET ${seconds(median(gets))}`,
			figure: moreMs,
			most: MOST_MS,
		};
	});
}

/** For how long n8n answers nobody while a check finds nothing. */
async function measureCheck(stage: Stage): Promise<Row> {
	const count = 5_000;
	return await withService(stage, {}, count, async (served) => {
		await watching(stage, served, 'everyMinute');
		const idleFrom = Date.now();
		await listRead(served.service, 2);
		const from = served.service.requests.entries.at(-1)!.startedAt - 2_000;
		// The check may go on.
		await sleep(3_000);
		const longest = await longestStretch(stage, from, Date.now());
		const idle = await longestStretch(stage, idleFrom + 5_000, from);
		return {
			what: `Each Change: a check of ${count.toLocaleString('en')} that finds nothing, longest stretch in ms`,
			own: longest.toFixed(0),
			others: `n8n between two checks ${idle.toFixed(0)}`,
			figure: Math.round(longest),
			most: LONGEST_STRETCH_MS,
		};
	});
}

/** How fast n8n gets what a check has found. */
async function measureMany(stage: Stage): Promise<Row> {
	const [known, changes] = [20_000, 500];
	const { n8n } = stage;
	return await withService(stage, {}, known, async (served) => {
		const { service } = served;
		const { id } = await watching(stage, served, 'everyMinute');
		const others = service.appointments.list().filter(({ status }) => status !== 'ATTENDED');
		for (const { appointment_key: key } of others.slice(0, changes)) {
			service.updateStatus(key, 'ATTENDED');
		}
		service.requests.clear();
		await listRead(service, 1);
		const began = Date.now();
		const executions = async () => await n8n.api.executions(id, { includeData: true });
		await eventually(async () => {
			if ((await executions()).length < changes) throw new Error('Too few changes have run');
		}, PATIENCE_MS);
		const tookMs = Date.now() - began;
		const events = (await executions()).flatMap((run) => outputOf(run, 'Received'));
		const keys = events.map(({ data }) => (data as IDataObject).appointment_key);
		const surplus = keys.length - new Set(keys).size;
		return {
			what: `Each Change: ${changes} changes found at once among ${known.toLocaleString('en')}`,
			own: `${seconds(tookMs)}, ${surplus} twice`,
			others: '',
			figure: surplus,
			most: 0,
		};
	});
}

/** A trigger that has recorded what there is; the service delivers nothing by itself. */
async function watching(
	{ n8n }: Stage,
	{ service, credentialId }: Served,
	check: string,
): Promise<{ id: string; url: string }> {
	service.deliveries.options.target = () => 'http://127.0.0.1:9/';
	service.requests.clear();
	const parameters = { events: EVENTS, runFor: 'changes', check, options: {} };
	const trigger = { type: triggerNodeType, credentialId, parameters };
	const published = await publishOwn(n8n, service, trigger);
	await listRead(service, 1);
	return published;
}

/** Waits until the list was read to its end so many times. */
const listRead = async ({ requests, appointments }: Service, times: number) => {
	const pages = Math.max(1, Math.ceil(appointments.list().length / PAGE_SIZE));
	await eventually(() => {
		const lists = requests.of('GET', /appointments\/$/).filter(({ endedAt }) => endedAt);
		if (lists.length < times * pages) throw new Error('The list was not read');
	}, PATIENCE_MS);
};

async function longestStretch({ n8n }: Stage, from: number, to: number): Promise<number> {
	const lines = (await readFile(join(n8n.folder, 'stretches.log'), 'utf8')).trim().split('\n');
	const stretches = lines.map((line) => line.split(' ').map(Number) as [at: number, ms: number]);
	return Math.max(0, ...stretches.flatMap(([at, ms]) => (at > from && at <= to ? [ms] : [])));
}
