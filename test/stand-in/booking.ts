import type { Appointment, Person } from './appointments';
import { sample, sampleKey } from './samples';
import type { Zone } from './zone';

/** An appointment to be made; what is not given is made up, the same in every run. */
export type Booking = Partial<
	Omit<Appointment, 'start' | 'wall' | 'calendar' | 'person' | 'others' | 'created' | 'nth'>
> & {
	/** ISO 8601 with an offset, or a wall clock of the service's zone. */
	start_date?: string;
	created_at?: string;
	calendar?: Partial<Appointment['calendar']>;
	/** A field that is `undefined` is not shown. */
	person?: Partial<Person>;
	others?: Array<Partial<Person>>;
};

/** What a booking becomes that is the nth one. */
export function appointmentOf(
	{ start_date, created_at, calendar, person, others, ...rest }: Booking,
	nth: number,
	zone: Zone,
): Appointment {
	const made = sample(nth, zone);
	const start = start_date === undefined ? made.start : zone.moment(start_date);
	return {
		...made,
		...rest,
		calendar: { ...made.calendar, ...calendar },
		person: { ...made.person, ...person },
		others: (others ?? []).map((other, index) => ({
			person_key: sampleKey(`attendee of ${nth}`, index),
			full_name: 'Companion',
			...other,
		})),
		created: created_at === undefined ? made.created : zone.moment(created_at),
		start,
		wall: zone.wall(start),
	};
}
