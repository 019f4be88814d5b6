import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { chain, eventually, outputOf, pollingTriggerNodeType } from '../harness';
import type { Fixture } from './fixture';

const MINUTE = 60_000;

/** n8n takes no interval below a minute, but as many seconds of each minute as wanted. */
export const everyFewSeconds = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));

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
		leadTime: 10,
		leadTimeUnit: 'hours',
		moreLeadTimes: { leadTimes: [{ leadTime: 2, leadTimeUnit: 'hours' }] },
	},
} satisfies Record<string, INodeParameters>;

export type PolledEvent = keyof typeof polled;
export const EVENTS = Object.keys(polled) as PolledEvent[];

/** Workflows that poll, one for each event. */
export class Polling {
	private readonly ids = new Map<PolledEvent, string>();

	constructor(private readonly fixture: Fixture) {}

	inMinutes(minutes: number): string {
		return this.fixture.service.zone.iso(Math.ceil(Date.now() / 1000) * 1000 + minutes * MINUTE);
	}

	async create(event: PolledEvent): Promise<string> {
		const trigger = {
			name: 'Trigger',
			type: pollingTriggerNodeType,
			credentialId: this.fixture.credentialId,
			parameters: { ...polled[event], pollTimes: { item: everyFewSeconds } },
		};
		const received = { name: 'Received', type: 'n8n-nodes-base.noOp' };
		const { id } = await this.fixture.n8n.api.createWorkflow(chain(event, [trigger, received]));
		return id;
	}

	async activate(event: PolledEvent): Promise<void> {
		const id = await this.create(event);
		this.ids.set(event, id);
		await this.fixture.n8n.api.activate(id);
	}

	/** What was reported, oldest first. */
	async reported(event: PolledEvent): Promise<IDataObject[]> {
		const executions = await this.executionsOf(event, true);
		return executions.reverse().flatMap((execution) => outputOf(execution, 'Received'));
	}

	/** n8n keeps a failed poll as an execution. */
	async failuresOf(event: PolledEvent): Promise<number> {
		return (await this.executionsOf(event, false)).length;
	}

	/** Those that have ended. Before 1.111, n8n does not show their status. */
	private async executionsOf(event: PolledEvent, wasSuccessful: boolean) {
		const id = this.ids.get(event)!;
		const executions = await this.fixture.n8n.api.executions(id, { includeData: wasSuccessful });
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
		return this.fixture.service.requests
			.of('GET', /appointments\/$/)
			.filter(({ query, status }) => status === 200 && !/\bpage=|is_cancelled/.test(query))
			.filter(({ query }) => isOf(query)).length;
	}

	/** Waits until each workflow has polled twice more. */
	async polls(events: PolledEvent[] = EVENTS): Promise<void> {
		const before = new Map(events.map((event) => [event, this.pollsOf(event)]));
		for (const event of events) {
			const wanted = before.get(event)! + 2;
			await eventually(() => expect(this.pollsOf(event)).toBeGreaterThanOrEqual(wanted));
		}
	}

	/** Waits until these appointments were reported, and then for polls that must find nothing more. */
	async settle(expected: Partial<Record<PolledEvent, string[]>>): Promise<void> {
		const events = Object.keys(expected) as PolledEvent[];
		const expectReported = async (event: PolledEvent) => {
			const keys = keysIn(await this.reported(event)).sort();
			expect([event, keys]).toEqual([event, [...expected[event]!].sort()]);
		};
		for (const event of events) await eventually(async () => await expectReported(event));
		await this.polls(events);
		for (const event of events) await expectReported(event);
	}
}

export const keysIn = (items: IDataObject[]) =>
	items.map(({ data }) => String((data as IDataObject).appointment_key));
