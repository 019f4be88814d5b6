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

/** The times of a day at which a calendar can be booked. */
export function freeTimes(calendar: Calendar, wanted: Wanted, service: Service): object[] {
	const { day, action_new_appointment: action, min_vacancies_available: least = 1 } = wanted;
	if (!isOpen(calendar, day)) return [];
	const { zone, appointments } = service;
	const duration = service.durationOf(wanted.service_keys ?? [], calendar);
	const place = { calendar: { calendar_key: calendar.key, name: calendar.name } };
	const open = { start: zone.at(`${day}T00:00:00`), duration: 25 * 60 };
	const booked = appointments.overlapping(place, open);
	const showsTaken = action === 'force' || action === 'waiting';
	return startsOf(calendar, duration).flatMap((clock) => {
		const [start] = zone.moments(`${day}T${clock}:00`);
		if (start === undefined) return [];
		const end = start + duration * MINUTE;
		const busy = booked.filter(
			(one) => one.start < end && start < one.start + one.duration * MINUTE,
		);
		const vacancies = Math.max(0, calendar.places - busy.length);
		if (vacancies < least && !showsTaken) return [];
		if (action === 'client' && start < service.now()) return [];
		return {
			start_date: zone.iso(start),
			end_date: zone.iso(end),
			vacancies_available: vacancies,
		};
	});
}

function isOpen({ weekdays, closed }: Calendar, day: string): boolean {
	const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7;
	return weekdays.includes(weekday) && !closed.includes(day);
}

/** Clock times, HH:mm, at which something of this length can start. */
function startsOf({ opens, closes, step }: Calendar, duration: number): string[] {
	const starts: string[] = [];
	for (let at = minutesOf(opens); at + duration <= minutesOf(closes); at += step) {
		const [hours, minutes] = [Math.floor(at / 60), at % 60];
		starts.push([hours, minutes].map((part) => String(part).padStart(2, '0')).join(':'));
	}
	return starts;
}

function minutesOf(clock: string): number {
	const [hours = 0, minutes = 0] = clock.split(':').map(Number);
	return hours * 60 + minutes;
}
