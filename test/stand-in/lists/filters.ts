import { attendeesOf, isCancelled, type Appointment, type Person } from '../appointments';
import { Refusal } from '../server/refusal';
import type { Service } from '../service';
import { isMoment, isWallClock, type Zone } from '../zone';

type Test<Row> = (row: Row) => boolean;
type Known = Pick<Service, 'zone' | 'services'>;

const same = (a = '', b: string) => a.toLowerCase() === b.toLowerCase();
const hasAny = (keys: string[], wanted: string[]) =>
	wanted.some((key) => keys.includes(key.toLowerCase()));

const ofAttendees = {
	person_key: (value: string) => (person: Person) => same(person.person_key, value),
	email: (value: string) => (person: Person) => same(person.email, value),
	phone: (value: string) => (person: Person) => person.phone === value,
	name: (value: string) => (person: Person) =>
		person.full_name.toLowerCase().includes(value.toLowerCase()),
	identification_code: (value: string) => (person: Person) =>
		same(person.identification_code, value),
	external_id: (value: string) => (person: Person) => person.external_id === value,
};

const ofAppointments = {
	calendar_key: (value: string) => (one: Appointment) => same(one.calendar.calendar_key, value),
	client_key: (value: string) => (one: Appointment) => same(one.client_key, value),
	status: (value: string) => (one: Appointment) => one.status === value,
	start_date(value: string, { zone }: Known) {
		const from = momentOf('start_date', value, zone);
		return (one: Appointment) => one.start >= from;
	},
	end_date(value: string, { zone }: Known) {
		const to = momentOf('end_date', value, zone);
		return (one: Appointment) => one.start <= to;
	},
	search_code: (value: string) => (one: Appointment) => same(one.search_code, value),
	is_cancelled(value: string | boolean) {
		const isWanted = booleanIn(value);
		return ({ status }: Appointment) => (isWanted ?? isCancelled(status)) === isCancelled(status);
	},
	service_keys(value: string[], known: Known) {
		demandServices(value, known);
		return (one: Appointment) => hasAny(one.service_keys, value);
	},
	tag_keys: (value: string[]) => (one: Appointment) => hasAny(one.tag_keys, value),
	owner_user: (value: string) => (one: Appointment) => one.owner_user === value,
	created_at(value: string, { zone }: Known) {
		const dayOf = (time: number) => zone.wall(time).slice(0, 10);
		const day = dayOf(momentOf('created_at', value, zone));
		return (one: Appointment) => dayOf(one.created) === day;
	},
};

type Table = typeof ofAttendees & typeof ofAppointments;

/** The query of a list, after the description has checked it. */
export type Filters = { [Name in keyof Table]?: Parameters<Table[Name]>[0] };

/** Undefined for anything else, which is ignored. */
export function booleanIn(value: unknown): boolean | undefined {
	const values: Record<string, boolean> = { true: true, false: false };
	return values[String(value).toLowerCase()];
}

export function demandServices(keys: string[], { services }: Pick<Service, 'services'>): void {
	const unknown = keys.find((key) => !services.get(key.toLowerCase()));
	if (unknown === undefined) return;
	const words = `Select a valid choice. ${unknown} is not one of the available choices.`;
	throw Refusal.ofField('service_keys', words);
}

/** Which moment a filter means: with its offset, or in the zone of the account if it exists there once. */
function momentOf(name: string, value: string, zone: Zone): number {
	if (isMoment(value)) return Date.parse(value);
	const moments = isWallClock(value) ? zone.moments(value) : [];
	if (moments.length !== 1) throw Refusal.ofField(name, 'Enter a valid date/time.');
	return moments[0]!;
}

function testsOf<Row>(table: object, filters: Filters, known: Known): Array<Test<Row>> {
	type Make = (value: unknown, known: Known) => Test<Row>;
	return Object.entries(table as Record<string, Make>).flatMap(([name, make]) => {
		const value = filters[name as keyof Filters];
		return value === undefined ? [] : make(value, known);
	});
}

/**
 * The appointments that match every filter; all filters of attendees must fit the same one, and an entry
 * comes once for each attendee whom they fit.
 */
export function filtered(
	appointments: readonly Appointment[],
	filters: Filters,
	known: Known,
): readonly Appointment[] {
	const tests = testsOf<Appointment>(ofAppointments, filters, known);
	const personal = testsOf<Person>(ofAttendees, filters, known);
	const found = appointments.filter((one) => tests.every((fits) => fits(one)));
	if (personal.length === 0) return found;
	return found.flatMap((one) =>
		attendeesOf(one)
			.filter((person) => personal.every((fits) => fits(person)))
			.map(() => one),
	);
}
