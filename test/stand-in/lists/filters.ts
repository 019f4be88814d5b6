import { attendeesOf, isCancelled, type Appointment, type Person } from '../appointments';
import { Refusal } from '../server/refusal';
import type { Settings } from '../settings';
import { isMoment, isWallClock, type Zone } from '../zone';

interface FilterValues {
	calendar_key: string;
	client_key: string;
	person_key: string;
	status: string;
	start_date: string;
	end_date: string;
	email: string;
	phone: string;
	name: string;
	identification_code: string;
	external_id: string;
	search_code: string;
	is_cancelled: string | boolean;
	service_keys: string[];
	tag_keys: string[];
	owner_user: string;
	created_at: string;
}

/** The query of a list, after the description has checked it. */
export type Filters = Partial<FilterValues>;

interface Context {
	zone: Zone;
	settings: Pick<Settings, 'searchCode' | 'distinct'>;
	isService: (key: string) => boolean;
}

type Test<Row> = (row: Row) => boolean;
type Tests<Row, Names extends keyof FilterValues> = {
	[Name in Names]: (value: FilterValues[Name], context: Context) => Test<Row>;
};

const same = (a = '', b: string) => a.toLowerCase() === b.toLowerCase();
const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
const hasAny = (keys: string[], wanted: string[]) =>
	wanted.some((key) => keys.includes(key.toLowerCase()));

const ofAttendees: Tests<
	Person,
	'person_key' | 'email' | 'phone' | 'name' | 'identification_code' | 'external_id'
> = {
	person_key: (value) => (person) => same(person.person_key, value),
	email: (value) => (person) => same(person.email, value),
	phone: (value) => (person) => person.phone === value,
	name: (value) => (person) => contains(person.full_name, value),
	identification_code: (value) => (person) => same(person.identification_code, value),
	external_id: (value) => (person) => person.external_id === value,
};

const ofAppointments: Tests<Appointment, Exclude<keyof FilterValues, keyof typeof ofAttendees>> = {
	calendar_key: (value) => (one) => same(one.calendar.calendar_key, value),
	client_key: (value) => (one) => same(one.client_key, value),
	status: (value) => (one) => one.status === value,
	start_date: (value, { zone }) => {
		const from = momentOf('start_date', value, zone);
		return (one) => one.start >= from;
	},
	end_date: (value, { zone }) => {
		const to = momentOf('end_date', value, zone);
		return (one) => one.start <= to;
	},
	search_code: (value, { settings }) => {
		const fits = settings.searchCode === 'exact' ? same : contains;
		return (one) => fits(one.search_code, value);
	},
	is_cancelled: (value) => {
		const wanted = String(value).toLowerCase();
		if (wanted !== 'true' && wanted !== 'false') return () => true;
		const isWanted = wanted === 'true';
		return (one) => isCancelled(one.status) === isWanted;
	},
	service_keys: (value, { isService }) => {
		const unknown = value.find((key) => !isService(key.toLowerCase()));
		if (unknown !== undefined) throw Refusal.ofField('service_keys', notAChoice(unknown));
		return (one) => hasAny(one.service_keys, value);
	},
	tag_keys: (value) => (one) => hasAny(one.tag_keys, value),
	owner_user: (value) => (one) => one.owner_user === value,
	created_at: (value, { zone }) => {
		const dayOf = (time: number) => zone.wall(time).slice(0, 10);
		const day = dayOf(momentOf('created_at', value, zone));
		return (one) => dayOf(one.created) === day;
	},
};

export const FILTERS = [...Object.keys(ofAppointments), ...Object.keys(ofAttendees)] as Array<
	keyof Filters
>;

const notAChoice = (key: string) =>
	`Select a valid choice. ${key} is not one of the available choices.`;

/** Which moment a filter means: with its offset, or in the zone of the account if it exists there once. */
function momentOf(name: string, value: string, zone: Zone): number {
	if (isMoment(value)) return Date.parse(value);
	const moments = isWallClock(value) ? zone.moments(value) : [];
	if (moments.length !== 1) throw Refusal.ofField(name, 'Enter a valid date/time.');
	return moments[0]!;
}

function testsOf<Row, Names extends keyof FilterValues>(
	table: Tests<Row, Names>,
	filters: Filters,
	context: Context,
): Array<Test<Row>> {
	const names = (Object.keys(table) as Names[]).filter((name) => filters[name] !== undefined);
	return names.map((name) => {
		const make = table[name] as (value: unknown, context: Context) => Test<Row>;
		return make(filters[name], context);
	});
}

/** The appointments that match every filter; all filters of attendees must fit the same one. */
export function filtered(
	appointments: readonly Appointment[],
	filters: Filters,
	context: Context,
): readonly Appointment[] {
	const tests = testsOf(ofAppointments, filters, context);
	const personal = testsOf(ofAttendees, filters, context);
	const found =
		tests.length === 0
			? appointments
			: appointments.filter((one) => tests.every((fits) => fits(one)));
	if (personal.length === 0) return found;
	return found.flatMap((one) => {
		const fitting = attendeesOf(one).filter((person) => personal.every((fits) => fits(person)));
		return context.settings.distinct ? fitting.slice(0, 1).map(() => one) : fitting.map(() => one);
	});
}
