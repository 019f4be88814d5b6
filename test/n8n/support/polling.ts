import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { chain, eventually, outputOf, pollingTriggerNodeType } from '../harness';
import type { Fixture } from './fixture';

const MINUTE = 60_000;

/** n8n takes no interval below a minute, but as many seconds of each minute as wanted. */
export const everyFewSeconds = Array.from({ length: 20 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 3} * * * * *`,
}));

/** Of the events that compare lists and of those that wait for a moment. Each event: test/unit/pollingTrigger. */
export const EVENTS = ['created', 'rescheduled', 'startsSoon'] as const;
export type PolledEvent = (typeof EVENTS)[number];

/** The end dates tell the polls of the workflows apart. */
const END_DATES = { created: '2099-01-01', rescheduled: '2099-01-02', startsSoon: undefined };

const parametersOf = (event: PolledEvent | 'canceled'): INodeParameters => {
	const pollTimes = { item: everyFewSeconds };
	if (event === 'canceled') return { event, pollTimes };
	const endDate = END_DATES[event];
	if (endDate) return { event, pollTimes, filters: { endDate } };
	const moreLeadTimes = { leadTimes: [{ leadTime: 2, leadTimeUnit: 'hours' }] };
	return { event, pollTimes, leadTime: 10, leadTimeUnit: 'hours', moreLeadTimes };
};

/** Workflows that poll, one for each event. */
export class Polling {
	private readonly ids = new Map<PolledEvent, string>();

	constructor(private readonly fixture: Fixture) {}

	inMinutes(minutes: number): string {
		return this.fixture.service.zone.iso(Math.ceil(Date.now() / 1000) * 1000 + minutes * MINUTE);
	}

	async create(event: PolledEvent | 'canceled'): Promise<string> {
		const trigger = {
			name: 'Trigger',
			type: pollingTriggerNodeType,
			credentialId: this.fixture.credentialId,
			parameters: parametersOf(event),
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
		const id = this.ids.get(event)!;
		const executions = await this.fixture.n8n.api.executions(id, { includeData: true });
		// Before 1.111, n8n does not show their status.
		const ended = executions.filter(
			({ mode, finished, stoppedAt }) => mode === 'trigger' && finished && stoppedAt !== null,
		);
		return ended.reverse().flatMap((execution) => outputOf(execution, 'Received'));
	}

	/** How many polls of a workflow had this response to the first page of the list. */
	pollsOf(event: PolledEvent, wanted = 200): number {
		const end = END_DATES[event];
		const isOf = (query: string) => (end ? query.includes(end) : !query.includes('=2099'));
		return this.fixture.service.requests
			.of('GET', /appointments\/$/)
			.filter(({ query, status }) => status === wanted && !/\bpage=|is_cancelled/.test(query))
			.filter(({ query }) => isOf(query)).length;
	}

	/** Waits until each workflow has polled twice more. */
	async polls(events: readonly PolledEvent[] = EVENTS): Promise<void> {
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
