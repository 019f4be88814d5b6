import { createHash } from 'node:crypto';
import { STATUSES, type Appointment } from './appointments';
import type { BookableService, Calendar } from './catalog';
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
const SERVICES: Array<[name: string, duration: number, price: string]> = [
	['Consulta', 30, '150.00'],
	['Retorno', 30, '0.00'],
	['Limpeza', 60, '220.50'],
	['Avaliação', 15, '80.00'],
	['Sessão', 45, '130.00'],
	['Exame de vista', 30, '90.00'],
	['Raio-X', 15, '60.00'],
];
const OWNERS = ['reception@clinic.example', 'night.shift@clinic.example', 'manager'];
const FIRST_DAY = Date.parse('2026-01-05T00:00:00Z');
const SLOTS_A_DAY = 24;
const HALF_HOUR = 30;

const known = new Map<string, string>();

/** A key that looks like a UUID and is the same at every run. Keys sort by their index. */
export function sampleKey(kind: string, index: number): string {
	const name = `${kind} ${index}`;
	const key = known.get(name) ?? keyOf(name, index);
	// There are few of the other kinds, and each appointment has several of them.
	if (kind !== 'appointment') known.set(name, key);
	return key;
}

function keyOf(name: string, index: number): string {
	const random = createHash('md5').update(name).digest('hex');
	const hex = index.toString(16).padStart(8, '0') + random;
	const part = (from: number, to: number) => hex.slice(from, to);
	return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`;
}

export const sampleCalendars = (): Array<Pick<Calendar, 'key' | 'name'>> =>
	CALENDARS.map((name, index) => ({ key: sampleKey('calendar', index), name }));

export const sampleServices = (): Array<Omit<BookableService, 'is_active'>> =>
	SERVICES.map(([name, duration, price], index) => ({
		key: sampleKey('service', index),
		name,
		duration,
		price,
	}));

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
	return {
		appointment_key: sampleKey('appointment', index),
		search_code: `AP-${String(index).padStart(6, '0')}`,
		status: index % 3 === 0 ? turn(STATUSES, index / 3) : 'CONFIRMED',
		start: zone.at(wall),
		wall,
		duration: HALF_HOUR,
		calendar: {
			calendar_key: sampleKey('calendar', index % CALENDARS.length),
			name: turn(CALENDARS, index),
		},
		person: {
			person_key: sampleKey('person', person),
			full_name: turn(PEOPLE, person),
			email: `person${person}+booking@example.com`,
			phone: `+34600${String(person).padStart(3, '0')}123`,
			external_id: `crm/${index}#a`,
			identification_code: `${10_000_000 + person}X`,
			identification_type: 'CPF',
		},
		others: [],
		client_key: sampleKey('client', person % 50),
		service_keys: [sampleKey('service', index % 4), sampleKey('service', 4 + (index % 3))],
		tag_keys: index % 2 === 0 ? [sampleKey('tag', index % 5)] : [],
		owner_user: turn(OWNERS, index),
		created: zone.at(made.toISOString().slice(0, 19)) + 238,
		email_sent: false,
		nth: index,
	};
}
