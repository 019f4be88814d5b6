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

const parametersOf = (event: PolledEvent): INodeParameters => {
	const pollTimes = { item: everyFewSeconds };
	if (event === 'created') return { event, pollTimes };
	// It changes nothing, and tells the polls of this workflow apart.
	if (event === 'rescheduled') return { event, pollTimes, filters: { isCancelled: false } };
	const leadTimes = [{ leadTime: 2, leadTimeUnit: 'hours' }];
	const options = { moreLeadTimes: { leadTimes } };
	return { event, pollTimes, leadTime: 10, leadTimeUnit: 'hours', options };
};

/** Which workflow has asked for a list. */
const eventOf = (query: string): PolledEvent => {
	if (query.includes('is_cancelled=false')) return 'rescheduled';
	return query.includes('end_date=') ? 'startsSoon' : 'created';
};

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
		return this.fixture.service.requests
			.of('GET', /appointments\/$/)
			.filter(({ query, status }) => status === wanted && !/\bpage=|is_cancelled=true/.test(query))
			.filter(({ query }) => eventOf(query) === event).length;
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
