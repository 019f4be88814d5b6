import { createHash } from 'node:crypto';
import { STATUSES, isCancelled, type Appointment } from './appointments';
import type { Zone } from './zone';

const PEOPLE = [
	'Ana García',
	'José Núñez',
	"Siobhán O'Connor",
	'Jürgen Groß',
	'María-Luz Peña',
	'Łukasz Żak',
	'Chloé Lefèvre',
	'Ava Smith',
	'Nuno Gonçalves',
	'Zoë de Vries',
];
const CALENDARS = ['Dentistry', 'Physiotherapy', 'Optics & Lenses', 'Nutrition', 'Room 5 / East'];
const OWNERS = ['reception@clinic.example', 'night.shift@clinic.example', 'manager'];
const FIRST_DAY = Date.parse('2026-01-05T00:00:00Z');
const SLOTS_A_DAY = 24;
const HALF_HOUR = 30;

/** A key that looks like a UUID and is the same at every run. Keys sort by their index. */
export function sampleKey(kind: string, index: number): string {
	const random = createHash('md5').update(`${kind} ${index}`).digest('hex');
	const hex = index.toString(16).padStart(8, '0') + random;
	const part = (from: number, to: number) => hex.slice(from, to);
	return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`;
}

/** The one of a list whose turn it is. */
function turn<Value>(list: readonly Value[], index: number): Value {
	return list[index % list.length] as Value;
}

/** The index-th appointment of a calm year: a slot of its own, and something in every field. */
export function sample(index: number, zone: Zone): Appointment {
	const slot = Math.floor(index / CALENDARS.length);
	const minutes = 8 * 60 + (slot % SLOTS_A_DAY) * HALF_HOUR;
	const day = FIRST_DAY + Math.floor(slot / SLOTS_A_DAY) * 86_400_000;
	const wall = new Date(day + minutes * 60_000).toISOString().slice(0, 19);
	const made = new Date(day - (1 + (index % 9)) * 86_400_000 + 9 * 3_600_000);
	const person = (index * 7) % 200;
	const status = index % 3 === 0 ? turn(STATUSES, index / 3) : 'CONFIRMED';
	return {
		appointment_key: sampleKey('appointment', index),
		search_code: `AP-${String(index).padStart(6, '0')}`,
		status,
		start: zone.at(wall),
		wall,
		calendar: {
			calendar_key: sampleKey('calendar', index % CALENDARS.length),
			name: turn(CALENDARS, index),
		},
		person: {
			person_key: sampleKey('person', person),
			full_name: turn(PEOPLE, person),
			email: `person${person}+booking@example.com`,
		},
		client_key: sampleKey('client', person % 50),
		phone: `+34 600 ${String(person).padStart(3, '0')} 123`,
		identification_code: `${10_000_000 + person}X`,
		external_id: `crm/${index}#a`,
		service_keys: [sampleKey('service', index % 4), sampleKey('service', 4 + (index % 3))],
		tag_keys: index % 2 === 0 ? [sampleKey('tag', index % 5)] : [],
		owner_user: turn(OWNERS, index),
		created_at: made.toISOString().slice(0, 19),
		duration: HALF_HOUR,
		notes: isCancelled(status) ? 'Called to cancel' : '',
		email_sent: false,
	};
}
