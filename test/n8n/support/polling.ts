import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { chain, outputOf, pollingTriggerNodeType } from '../harness';
import type { Bench } from './bench';
import { eventually } from './events';

const MINUTE = 60_000;

/** n8n takes no interval below a minute, but as many minutes as wanted; here each second twice. */
export const everyFewSeconds = Array.from({ length: 12 }, (_, index) =>
	['*', '*/1'].map((minutes) => ({
		mode: 'custom',
		cronExpression: `${index * 5} ${minutes} * * * *`,
	})),
).flat();

export const ENDED_MINUTES = 3_000;
/** Of an appointment, as the trigger assumes. */
export const LENGTH_MINUTES = 30;

/** The end dates tell the polls of the workflows apart. */
export const polled = {
	created: { event: 'created', filters: { endDate: '2099-01-01' } },
	rescheduled: { event: 'rescheduled', filters: { endDate: '2099-01-02' } },
	statusChanged: {
		event: 'statusChanged',
		filters: { endDate: '2099-01-03', status: ['ATTENDED', 'CANCELED'] },
	},
	canceled: { event: 'canceled', filters: { endDate: '2099-01-04' } },
	// So long after the start that no other event sees these appointments.
	ended: { event: 'ended', delay: ENDED_MINUTES, delayUnit: 'minutes' },
	startsSoon: {
		event: 'startsSoon',
		leadTime: 1,
		leadTimeUnit: 'hours',
		moreLeadTimes: { leadTimes: [{ leadTime: 10, leadTimeUnit: 'minutes' }] },
	},
} satisfies Record<string, INodeParameters>;

export type PolledEvent = keyof typeof polled;
export const EVENTS = Object.keys(polled) as PolledEvent[];

/** Workflows that poll, one for each event. */
export class Polling {
	private readonly ids = new Map<PolledEvent, string>();

	constructor(private readonly bench: Bench) {}

	inMinutes(minutes: number): string {
		return this.bench.service.zone.iso(Math.ceil(Date.now() / 1000) * 1000 + minutes * MINUTE);
	}

	async create(event: PolledEvent): Promise<string> {
		const trigger = {
			name: 'Trigger',
			type: pollingTriggerNodeType,
			credentialId: this.bench.credentialId,
			parameters: { ...polled[event], pollTimes: { item: everyFewSeconds } },
		};
		const received = { name: 'Received', type: 'n8n-nodes-base.noOp' };
		const { id } = await this.bench.n8n.api.createWorkflow(chain(event, [trigger, received]));
		return id;
	}

	async activate(event: PolledEvent): Promise<void> {
		const id = await this.create(event);
		this.ids.set(event, id);
		await this.bench.n8n.api.activate(id);
	}

	async reactivate(event: PolledEvent): Promise<void> {
		await this.bench.n8n.api.activate(this.ids.get(event)!);
	}

	async deactivate(event: PolledEvent): Promise<void> {
		await this.bench.n8n.api.deactivate(this.ids.get(event)!);
	}

	/** What each run began with, oldest first. */
	async runsOf(event: PolledEvent): Promise<IDataObject[][]> {
		const executions = await this.executionsOf(event, true);
		return executions.reverse().map((execution) => outputOf(execution, 'Received'));
	}

	/** n8n keeps a failed poll as an execution. */
	async failuresOf(event: PolledEvent): Promise<number> {
		return (await this.executionsOf(event, false)).length;
	}

	/** Those that have ended. Before 1.111, n8n does not show their status. */
	private async executionsOf(event: PolledEvent, wasSuccessful: boolean) {
		const id = this.ids.get(event)!;
		const executions = await this.bench.n8n.api.executions(id, { includeData: wasSuccessful });
		return executions.filter(
			({ mode, finished, stoppedAt }) =>
				mode === 'trigger' && finished === wasSuccessful && stoppedAt !== null,
		);
	}

	/** How many polls of a workflow have asked the service for the first page of the list. */
	pollsOf(event: PolledEvent): number {
		const { filters } = polled[event] as { filters?: { endDate: string } };
		const since = new Date(Date.now() - 5 * 24 * 60 * MINUTE).toISOString();
		const isOf = (query: string) => {
			if (filters) return query.includes(filters.endDate);
			if (query.includes('end_date=2099')) return false;
			const start = new URLSearchParams(query).get('start_date') ?? '';
			return start < since === (event === 'ended');
		};
		return this.bench.service.requests
			.of('GET', /appointments\/$/)
			.filter(({ query, status }) => status === 200 && !/\bpage=|is_cancelled/.test(query))
			.filter(({ query }) => isOf(query)).length;
	}

	/** Waits until each workflow has polled so many times more. */
	async polls(times = 2, events: PolledEvent[] = EVENTS): Promise<void> {
		const before = new Map(events.map((event) => [event, this.pollsOf(event)]));
		for (const event of events) {
			const wanted = before.get(event)! + times;
			await eventually(() => expect(this.pollsOf(event)).toBeGreaterThanOrEqual(wanted));
		}
	}

	/** Waits for so many runs of each, and then for polls that must find nothing more. */
	async settle(counts: Partial<Record<PolledEvent, number>>): Promise<void> {
		const events = Object.keys(counts) as PolledEvent[];
		const expectRuns = async (event: PolledEvent) =>
			expect([event, (await this.runsOf(event)).length]).toEqual([event, counts[event]]);
		for (const event of events) await eventually(async () => await expectRuns(event));
		await this.polls(2, events);
		for (const event of events) await expectRuns(event);
	}
}

export const keysIn = (run: IDataObject[] | undefined) =>
	run?.map(({ data }) => (data as IDataObject).appointment_key);
