import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { outputOf, triggerWorkflow, type N8n } from '../n8n/harness';
import { credentialOf } from '../n8n/support/bench';
import { patience } from '../n8n/support/events';
import { startService } from '../stand-in';
import { PolledWorkflow } from './support';

const MINUTE = 60_000;
const timeoutMs = 120_000;
const UNREACHABLE = 'http://127.0.0.1:9/';

/**
 * Publishes workflows before an upgrade and checks them after it: no webhook is registered twice,
 * nothing that has run runs again, and nothing that happened meanwhile is forgotten.
 */
export async function upgradeCase(before: N8n, upgrade: () => Promise<N8n>): Promise<void> {
	const service = await startService({
		dialect: { like: 'paged', pageSize: 3, timestampDigits: 6 },
		// Long enough for a delivery to be tried until n8n is there again.
		deliveries: { schedule: Array.from({ length: 240 }, () => 1_000) },
	});
	try {
		const inMinutes = (minutes: number) =>
			service.zone.iso(Math.ceil(Date.now() / 1000) * 1000 + minutes * MINUTE);
		const draft = (minutes: number) =>
			({ status: 'CONFIRMED', start_date: inMinutes(minutes) }) as const;
		const book = (minutes: number) => service.book(draft(minutes)).appointment_key;
		const moved = service.seed(1, () => draft(500))[0]!.appointment_key;
		const credentialId = await before.api.createCredential(credentialOf(service));
		const events = ['appointment.created', 'appointment.updated'];
		const { id } = await before.api.createWorkflow(triggerWorkflow(credentialId, { events }));
		await before.api.activate(id);
		const publish = async (event: string) =>
			(await PolledWorkflow.publish(before, credentialId, { event })).id;
		const polledIds = [await publish('created'), await publish('rescheduled')] as const;
		const webhooks = service.webhooks.list();
		expect(webhooks).toHaveLength(1);
		await morePolls(service.requests);

		const first = book(600);
		const [created] = polledIds.map((polled) => new PolledWorkflow(before, polled));
		expect(await created!.keys(1, timeoutMs)).toEqual([[first]]);
		await before.api.waitForExecutions(id, 1, { timeoutMs });
		const [delivered] = service.deliveries.of(first);

		await before.stop();
		// n8n responds 200 to anything for a moment of its start, before a delivery reaches a node.
		service.deliveries.options.target = () => UNREACHABLE;
		const second = book(700);
		service.reschedule(moved, inMinutes(800));
		const after = await upgrade();
		service.deliveries.options.target = (url) => url;
		const received = async () => {
			const runs = (await after.api.executions(id, { includeData: true })).reverse();
			return runs.flatMap((run) => outputOf(run, 'Received'));
		};
		const [createdAfter, rescheduledAfter] = polledIds.map(
			(polled) => new PolledWorkflow(after, polled),
		);

		expect(await createdAfter!.keys(2, timeoutMs)).toEqual([[first], [second]]);
		expect(await rescheduledAfter!.keys(1, timeoutMs)).toEqual([[moved]]);
		await service.deliveries.settled({ timeout: timeoutMs });
		await after.api.waitForExecutions(id, 3, { timeoutMs });
		await service.deliveries.redeliver(delivered!, { times: 5 });
		await patience();
		const kinds = (await received()).map(({ event, data }) => [event, keyOf(data)]);
		expect(kinds.sort()).toEqual(
			[
				['appointment.created', first],
				['appointment.created', second],
				['appointment.updated', moved],
			].sort(),
		);
		expect(service.webhooks.list()).toEqual(webhooks);

		const third = book(900);
		expect(await createdAfter!.keys(3, timeoutMs)).toEqual([[first], [second], [third]]);
		await after.api.waitForExecutions(id, 4, { timeoutMs });
		expect(await received()).toHaveLength(4);
		expect(await rescheduledAfter!.keys(1)).toHaveLength(1);
		await after.api.deactivate(id);
		expect(service.webhooks.list()).toEqual([]);
	} finally {
		await service.stop();
	}
}

/** Waits until both workflows have polled: what happened so far is known to them, the rest is new. */
async function morePolls(requests: { of(method: 'GET', path: RegExp): unknown[] }): Promise<void> {
	const polls = () => requests.of('GET', /appointments/).length;
	const deadline = Date.now() + timeoutMs;
	// They poll at the same times, with one request each.
	for (const enough = polls() + 6; polls() < enough && Date.now() < deadline;) await sleep(100);
}

const keyOf = (data: unknown) => (data as IDataObject).appointment_key;
