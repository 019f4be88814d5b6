import type { IDataObject } from 'n8n-workflow';

import { isInOtherCalendar, listAppointments } from './appointments';
import { ServiceError } from './core/errors';
import type { ServiceClient } from './http/client';
import { lengthOf, type Span } from './slots';
import { unwrapped } from './values/bodies';
import { DAY_MS, instantOf, MINUTE_MS, withOffset } from './values/dates';
import { withinSpan } from './values/span';

/** The service filters by start only, and an appointment may take several days. */
const LONGEST_MS = 21 * DAY_MS;

/** The appointments of some calendars, as far as a run has read them: every span once. */
export class Schedule {
	private covered: Span | undefined;
	private readonly appointments = new Map<string, IDataObject>();
	/** The keys of what this run has moved. A list may still show it where it was. */
	private readonly moved = new Set<string>();
	private reading: Promise<void> = Promise.resolve();

	constructor(
		private readonly client: ServiceClient,
		private readonly calendarKeys: string[],
		private readonly zone: string,
	) {}

	/**
	 * All appointments that may overlap the span, and some outside it.
	 * @param minutes of an appointment without a length
	 * @param remedy of the ServiceError that is thrown if the list may lack appointments
	 */
	async around(span: Span, minutes: number, remedy: string): Promise<IDataObject[]> {
		const earliest = span.start - Math.max(minutes * MINUTE_MS, LONGEST_MS);
		// Whole days, so that the other items of a day need no request.
		const start = Math.floor(earliest / DAY_MS) * DAY_MS;
		const end = Math.ceil(span.end / DAY_MS) * DAY_MS;
		const read = async () => await this.read({ start, end }, remedy);
		this.reading = this.reading.then(read, read);
		await this.reading;
		return [...this.appointments.values()];
	}

	/**
	 * Moves an appointment here, too. If it is unknown whether it was moved, it takes both times.
	 * @param send the change, whose response may show another start
	 */
	async move(own: IDataObject, startDate: string, send: () => Promise<unknown>): Promise<unknown> {
		const key = nameOf(own.appointment_key);
		const answer = await send().catch((error: unknown) => {
			if (error instanceof ServiceError && error.uncertain) {
				this.appointments.set(`${key} ${startDate}`, this.movedTo(own, startDate));
			}
			throw error;
		});
		const { start_date: shown } = unwrapped(answer);
		const start = instantOf(shown, this.zone) === undefined ? startDate : shown;
		this.appointments.set(key, this.movedTo(own, start));
		this.moved.add(key);
		return answer;
	}

	private async read({ start, end }: Span, remedy: string): Promise<void> {
		const parts = this.covered ? missingParts(this.covered, { start, end }) : [{ start, end }];
		for (const part of parts) {
			await this.readPart(part, remedy);
			const known = this.covered ?? part;
			this.covered = {
				start: Math.min(known.start, part.start),
				end: Math.max(known.end, part.end),
			};
		}
	}

	private async readPart({ start, end }: Span, remedy: string): Promise<void> {
		const { client, calendarKeys, zone } = this;
		const [first, ...others] = calendarKeys;
		// For several calendars, one list of all appointments, because the filter takes one key.
		const filters = others.length === 0 ? { calendar_key: first } : {};
		const { elements, incomplete } = await listAppointments(
			client,
			withinSpan(filters, start, end, zone),
			Infinity,
			'decide',
		);
		if (incomplete !== undefined) throw new ServiceError(incomplete, remedy);
		for (const appointment of elements) {
			const key = nameOf(appointment.appointment_key ?? JSON.stringify(appointment));
			const isIn = calendarKeys.some((wanted) => !isInOtherCalendar(appointment, wanted));
			if (isIn && !this.moved.has(key)) this.appointments.set(key, appointment);
		}
	}

	/** As long as before. */
	private movedTo(own: IDataObject, startDate: unknown): IDataObject {
		const [former, start] = [own.start_date, startDate].map((at) => instantOf(at, this.zone));
		const length = former === undefined ? undefined : lengthOf(own, former, this.zone);
		const end = length === undefined ? null : withOffset((start ?? 0) + length, this.zone);
		return { ...own, start_date: String(startDate), end_date: end, end: null, duration: null };
	}
}

/** At least three weeks at a time, so that items of several days take few requests. */
const missingParts = (covered: Span, { start, end }: Span): Span[] => [
	...(start < covered.start
		? [{ start: Math.min(start, covered.start - LONGEST_MS), end: covered.start }]
		: []),
	...(end > covered.end
		? [{ start: covered.end, end: Math.max(end, covered.end + LONGEST_MS) }]
		: []),
];

/** Keys have no case. */
const nameOf = (key: unknown): string => String(key).toLowerCase();

const schedules = new WeakMap<ServiceClient, Map<string, Schedule>>();

/** The same for all items of a run, which share a client. */
export function scheduleOf(client: ServiceClient, calendarKeys: string[], zone: string): Schedule {
	const own = schedules.get(client) ?? new Map<string, Schedule>();
	schedules.set(client, own);
	const name = JSON.stringify([zone, ...calendarKeys.map(nameOf)]);
	const schedule = own.get(name) ?? new Schedule(client, calendarKeys, zone);
	own.set(name, schedule);
	return schedule;
}
