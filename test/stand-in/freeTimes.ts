import { endOf } from './appointments';
import type { Calendar } from './catalog';
import type { Service } from './service';

/** The query of `available-date-times/`, after the description has checked it. */
export interface Wanted {
	calendar_key: string;
	/** YYYY-MM-DD */
	day: string;
	service_keys?: string[];
	/** `client`: as a client may book. `waiting` and `force` show taken times, too. */
	action_new_appointment?: 'new' | 'client' | 'waiting' | 'force';
	min_vacancies_available?: number;
}

const MINUTE = 60_000;
/** Minutes between two times that are offered. */
const HALF_HOUR = 30;

/** The times of a day at which a calendar can be booked. */
export function freeTimes(calendar: Calendar, wanted: Wanted, service: Service): object[] {
	const { day, action_new_appointment: action, min_vacancies_available: least = 1 } = wanted;
	if (calendar.closed.includes(day)) return [];
	const { zone, appointments } = service;
	const duration = service.durationOf(wanted.service_keys ?? []);
	const place = { calendar: { calendar_key: calendar.key, name: calendar.name } };
	const showsTaken = action === 'force' || action === 'waiting';
	return startsOf(calendar, duration).flatMap((clock) => {
		const [start] = zone.moments(`${day}T${clock}:00`);
		if (start === undefined) return [];
		const time = { start, duration };
		const taken = appointments.overlapping(place, time).length;
		const vacancies = Math.max(0, calendar.places - taken);
		if (vacancies < least && !showsTaken) return [];
		if (action === 'client' && start < Date.now()) return [];
		return {
			start_date: zone.iso(start),
			end_date: zone.iso(endOf(time)),
			vacancies_available: vacancies,
		};
	});
}

/** Clock times, HH:mm, at which something of this length can start. */
function startsOf({ opens, closes }: Calendar, duration: number): string[] {
	const starts: string[] = [];
	for (let at = minutesOf(opens); at + duration <= minutesOf(closes); at += HALF_HOUR)
		starts.push(new Date(at * MINUTE).toISOString().slice(11, 16));
	return starts;
}

function minutesOf(clock: string): number {
	const [hours = 0, minutes = 0] = clock.split(':').map(Number);
	return hours * 60 + minutes;
}
