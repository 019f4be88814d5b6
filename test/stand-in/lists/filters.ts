import { isCancelled, type Appointment, type Appointments } from '../appointments';
import type { Dialect } from '../dialects';

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
	is_cancelled: boolean;
	service_keys: string[];
	tag_keys: string[];
	owner_user: string;
	created_at: string;
}

/** The query of a list, after the description has checked it. */
export type Filters = Partial<FilterValues>;

type Rules = Pick<Dialect, 'searchCode' | 'order' | 'canceledListed'>;
type Test<Value> = (appointment: Appointment, value: Value, rules: Rules) => boolean;

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
const hasAny = (keys: string[], wanted: string[]) =>
	wanted.some((key) => keys.includes(key.toLowerCase()));

const TESTS: { [Name in keyof FilterValues]: Test<FilterValues[Name]> } = {
	calendar_key: ({ calendar }, value) => same(calendar.calendar_key, value),
	client_key: ({ client_key }, value) => same(client_key, value),
	person_key: ({ person }, value) => same(person.person_key, value),
	status: ({ status }, value) => status === value,
	start_date: ({ wall }, value) => wall >= value,
	end_date: ({ wall }, value) => wall <= value,
	email: ({ person }, value) => same(person.email, value),
	phone: ({ phone }, value) => phone === value,
	name: ({ person }, value) => contains(person.full_name, value),
	identification_code: ({ identification_code }, value) => same(identification_code, value),
	external_id: ({ external_id }, value) => external_id === value,
	search_code: ({ search_code }, value, { searchCode }) =>
		(searchCode === 'exact' ? same : contains)(search_code, value),
	is_cancelled: ({ status }, value) => isCancelled(status) === value,
	service_keys: ({ service_keys }, value) => hasAny(service_keys, value),
	tag_keys: ({ tag_keys }, value) => hasAny(tag_keys, value),
	owner_user: ({ owner_user }, value) => owner_user === value,
	created_at: ({ created_at }, value) => created_at.slice(0, 10) === value.slice(0, 10),
};

export const FILTERS = Object.keys(TESTS) as Array<keyof Filters>;

/** The appointments that match every filter, in the dialect's order. */
export function filtered(
	appointments: Appointments,
	filters: Filters,
	rules: Rules,
): readonly Appointment[] {
	const given = FILTERS.filter((name) => filters[name] !== undefined);
	const hidden = hidesCanceled(filters, rules);
	const matches = (appointment: Appointment) =>
		given.every((name) => (TESTS[name] as Test<unknown>)(appointment, filters[name], rules));
	return appointments
		.list(rules.order)
		.filter((one) => matches(one) && !(hidden && isCancelled(one.status)));
}

function hidesCanceled(filters: Filters, { canceledListed }: Rules): boolean {
	if (canceledListed === 'always') return false;
	return canceledListed === 'byFlag'
		? filters.is_cancelled !== true
		: filters.status === undefined || !isCancelled(filters.status);
}
