import type { IDataObject } from 'n8n-workflow';

import { calendarKeyOf, listAppointments } from '../service/appointments';
import { ServiceError } from '../service/core/errors';
import type { ServiceClient } from '../service/http/client';
import type { Span } from './slots';
import { unwrapped } from '../service/values/bodies';
import { DAY_MS, instantOf, withOffset } from '../service/values/dates';
import { comparableKey, idOfKey } from '../service/values/keys';
import { withinSpan } from '../service/values/span';
import { whole } from '../service/lists/collect';
import { ALL_ENTRIES } from '../service/lists/list';

/** The service filters by start only, and an appointment may take several days. */
const LONGEST_MS = 21 * DAY_MS;

interface ListedSpan extends Span {
	appointments: Promise<IDataObject[]>;
}

/** The appointments of some calendars, as far as a run has read them. All of its items use the same. */
export class Schedule {
	private lists: ListedSpan[] = [];
	/** Appointments that this run has moved away. A list may still show them there. */
	private readonly gone = new Set<unknown>();
	/** Where this run has moved appointments, or may have. */
	private moved: IDataObject[] = [];

	constructor(
		private readonly client: ServiceClient,
		private readonly calendarKeys: string[],
		private readonly zone: string,
	) {}

	/**
	 * All appointments that may overlap the span, and some outside it.
	 * @param advice of the ServiceError that is thrown if the list may lack appointments
	 */
	async around({ start, end }: Span, advice: string): Promise<IDataObject[]> {
		const since = start - LONGEST_MS;
		const list =
			this.lists.find((known) => known.start <= since && end <= known.end) ??
			this.startList(since, end, advice);
		const listed = await list.appointments;
		return [...listed.filter((one) => !this.gone.has(idOf(one))), ...this.moved];
	}

	/**
	 * Moves an appointment here, too. If it is unknown whether it was moved, it takes both times.
	 * @param send the change, whose response may show another start
	 */
	async move(own: IDataObject, slot: Span, send: () => Promise<unknown>): Promise<unknown> {
		const id = idOf(own);
		const movedTo = (start: number): IDataObject => ({
			...own,
			start_date: withOffset(start, this.zone),
			end_date: withOffset(start + slot.end - slot.start, this.zone),
		});
		const answer = await send().catch((error: unknown) => {
			const mayBe = error instanceof ServiceError && error.uncertain;
			if (mayBe) this.moved.push(movedTo(slot.start));
			throw error;
		});
		const start = instantOf(unwrapped(answer).start_date, this.zone) ?? slot.start;
		this.moved = [...this.moved.filter((one) => idOf(one) !== id), movedTo(start)];
		this.gone.add(id);
		return answer;
	}

	/** Whole days, and later lists wider, so that items of many days take few requests. */
	private startList(since: number, until: number, advice: string): ListedSpan {
		const wider = this.lists.length > 0 ? LONGEST_MS : 0;
		const start = Math.floor((since - wider) / DAY_MS) * DAY_MS;
		const end = Math.ceil((until + wider) / DAY_MS) * DAY_MS;
		const list: ListedSpan = { start, end, appointments: this.read(start, end, advice) };
		this.lists.push(list);
		list.appointments.catch(() => {
			this.lists = this.lists.filter((other) => other !== list);
		});
		return list;
	}

	private async read(start: number, end: number, advice: string): Promise<IDataObject[]> {
		const { client, calendarKeys, zone } = this;
		const [first, ...others] = calendarKeys;
		// For several calendars, one list of all appointments, because the filter takes one key.
		const filters = withinSpan(others.length > 0 ? {} : { calendar_key: first }, start, end, zone);
		const listed = whole(await listAppointments(client, filters, ALL_ENTRIES), advice);
		const wanted = new Set(calendarKeys.map(idOfKey));
		return listed.filter((appointment) => {
			const key = calendarKeyOf(appointment);
			return key === undefined || wanted.has(idOfKey(key));
		});
	}
}

const idOf = ({ appointment_key: key }: IDataObject): unknown => comparableKey(key) ?? key;
