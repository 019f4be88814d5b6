import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Appointment, Booking, DeliveryOptions, Status } from '../../stand-in';
import { isCancelled } from '../../stand-in/appointments';
import { eventually, outputOf, type N8n } from '../harness';
import { startChatModel, type ChatModel, type Move } from './chatModel';
import { addressOf, readBy, TIMES } from './clinicMails';
import { calendarKey, type Visit } from './clinicPeople';
import { publishExamples } from './clinicWorkflows';
import { clockAt } from './clock';
import { useFixture, type Fixture } from './fixture';
import { startMailbox, type Mailbox } from './mailbox';
import { askAgent } from './models';
import { startSink, type Sink } from './sink';

/** Longer than two polls. */
const QUIET_MS = 12_000;
/** A clinic that has published all examples, in an n8n with a clock of its own. */
export class Clinic {
	mailbox!: Mailbox;
	sink!: Sink;
	model!: ChatModel;
	readonly bearer = randomUUID();
	/** The workflows, by the name of the example. */
	ids = new Map<string, string>();
	private read = 0;

	constructor(
		readonly fixture: Fixture<N8n>,
		readonly timezone: string,
	) {}

	async publish(): Promise<void> {
		[this.mailbox, this.sink, this.model] = await Promise.all([
			startMailbox(),
			startSink(),
			startChatModel(),
		]);
		this.ids = await publishExamples(this.fixture, this);
	}

	deliver(how: Partial<DeliveryOptions>): void {
		Object.assign(this.fixture.service.deliveries.options, how);
	}

	/** n8n stops, this happens, and n8n starts at that moment. */
	async reopenAt(moment: string, meanwhile: () => void): Promise<void> {
		await this.fixture.n8n.stop();
		const env = clockAt(moment);
		meanwhile();
		await this.fixture.n8n.restart(env);
	}

	/** Nobody is notified. */
	seed(visits: Visit[]): void {
		for (const visit of visits) this.fixture.service.seed(1, bookingOf(visit));
	}

	book(visits: Visit[]): void {
		for (const visit of visits) this.fixture.service.book(bookingOf(visit));
	}

	of(name: string): Appointment {
		const { appointments } = this.fixture.service;
		return appointments.list().find(({ person }) => person.full_name === name)!;
	}

	set(status: Status, ...names: string[]): void {
		for (const name of names) {
			this.fixture.service.updateStatus(this.of(name).appointment_key, status);
		}
	}

	refuseChangesOf(name: string): void {
		const path = new RegExp(this.of(name).appointment_key);
		const action = { kind: 'respond', status: 409, body: {} } as const;
		this.fixture.service.faults.add({ method: 'PATCH', path, action });
	}

	move(name: string, start: string): void {
		this.fixture.service.reschedule(this.of(name).appointment_key, start);
	}

	statuses(...names: string[]): Status[] {
		return names.map((name) => this.of(name).status);
	}

	/** What people read since the last time, by address, once nothing more comes. */
	async mails(count: number): Promise<Array<[to: string, text: string]>> {
		const { received } = this.mailbox;
		await eventually(() => expect(received.length - this.read).toBeGreaterThanOrEqual(count));
		await sleep(QUIET_MS);
		const fresh = received.slice(this.read);
		this.read = received.length;
		return fresh.map(readBy).sort();
	}

	/** The times in the last mail: free, on another day, on weekdays from nine to five. */
	expectOffered(name: string, calendar: string, canceled: string): string[] {
		const mail = this.mailbox.received.findLast(({ to }) => to.includes(addressOf(name)));
		const times = mail?.text.match(TIMES) ?? [];
		for (const time of times) {
			const [date = '', hour = ''] = time.split(' at ');
			expect(this.isFree(calendar, `${date}T${hour}:00`)).toBe(true);
			expect(date).not.toBe(canceled);
			expect(hour >= '09:00' && hour < '17:00').toBe(true);
			expect([1, 2, 3, 4, 5]).toContain(new Date(`${date}T12:00:00Z`).getUTCDay());
		}
		return times;
	}

	/** The example's agent is asked something; its model does this. */
	async ask(moves: Move[]) {
		const id = this.ids.get('agent-with-approval')!;
		return await askAgent(this.fixture.n8n, id, this.model, moves);
	}

	/** Waits until this is what was posted last. */
	async posted(text: string): Promise<void> {
		await eventually(() => expect(this.sink.received.at(-1)).toEqual({ text }));
	}

	/** Waits until a workflow's executions have failed with these errors, oldest first, each once or more. */
	async failed(name: string, expected: unknown[]): Promise<void> {
		await eventually(async () => {
			expect([...new Set(await this.errorsOf(name))]).toEqual(expected);
		});
	}

	/** Oldest first. */
	async errorsOf(name: string): Promise<string[]> {
		const id = this.ids.get(name)!;
		const runs = await this.fixture.n8n.api.executions(id, { includeData: true, status: 'error' });
		return runs.reverse().map(({ data }) => data?.resultData.error?.message ?? '');
	}

	/** The names in the data table, by row. */
	async logged(): Promise<string[]> {
		const id = this.ids.get('confirm-and-log-bookings')!;
		const runs = await this.fixture.n8n.api.executions(id, { includeData: true });
		return runs
			.flatMap((run) => outputOf(run, 'Log Booking'))
			.map(({ client }) => String(client))
			.sort();
	}

	private isFree(calendar: string, wall: string): boolean {
		return !this.fixture.service.appointments
			.list()
			.some(
				(one) => one.calendar.name === calendar && one.wall === wall && !isCancelled(one.status),
			);
	}

	async stop(): Promise<void> {
		await Promise.all([this.mailbox?.stop(), this.sink?.stop(), this.model?.stop()]);
	}
}

const bookingOf = ([full_name, start_date, calendar, status]: Visit): Booking => ({
	person: { full_name, email: addressOf(full_name) },
	calendar: { calendar_key: calendarKey(calendar), name: calendar },
	duration: 30,
	start_date,
	status,
});

/** A clinic in one zone, whose workflows have another. */
export function useClinic(zone: string, workflowZone: string, opensAt: string): Clinic {
	const fixture = useFixture({ zone, dialect: 'paged' }, async () => ({
		// With data tables.
		editor: true,
		env: { ...clockAt(opensAt), GENERIC_TIMEZONE: workflowZone },
	}));
	const clinic = new Clinic(fixture, workflowZone);
	afterAll(async () => await clinic.stop());
	return clinic;
}
