import { randomBytes } from 'node:crypto';
import { DateTime } from 'luxon';
import { isFree } from '../../test/n8n/harness';
import {
	sampleKey,
	startService,
	type Booking,
	type Service,
	type Status,
} from '../../test/stand-in';

export const zone = 'America/Sao_Paulo';

/** Where things are found, unless something else is there. */
export const ports = { n8n: 5678, service: 5690, page: 5691 };

export const calendars = ['Dr. Silva', 'Dra. Souza', 'Fisioterapia'].map((name, index) => ({
	calendar_key: sampleKey('calendar', index),
	name,
}));

/** The twenty appointments of the days from tomorrow on: day, time, calendar, person, status. */
const upcoming: Array<[number, string, number, string, Status?]> = [
	[1, '09:00', 0, 'Ana García'],
	[1, '09:30', 1, 'José Núñez'],
	[1, '11:00', 0, "Siobhán O'Connor", 'PENDING'],
	[1, '16:00', 2, 'Jürgen Groß'],
	[2, '08:30', 1, 'María-Luz Peña'],
	[2, '10:00', 0, 'Łukasz Żak'],
	[2, '10:30', 2, 'Chloé Lefèvre', 'PENDING_PAYMENT'],
	[2, '15:00', 1, 'Ava Smith'],
	[3, '09:00', 2, 'Nuno Gonçalves'],
	[3, '12:00', 0, 'Zoë de Vries'],
	[3, '12:30', 1, 'Ana García', 'PENDING'],
	[3, '17:00', 0, 'Omar Haddad'],
	[4, '09:30', 0, 'Ingrid Lund'],
	[4, '11:30', 2, 'Priya Nair', 'PENDING_FORM'],
	[4, '14:00', 1, 'Tom Baker'],
	[5, '10:00', 1, 'Mei Tanaka'],
	[5, '10:30', 0, 'Carlos Ruiz'],
	[5, '16:30', 2, 'Emma Weber'],
	[6, '11:00', 0, 'Noah Martin'],
	[6, '13:00', 1, 'Lena Fischer', 'PENDING'],
];

/** The time so many days from now, `YYYY-MM-DDTHH:MM:SS` on the service's wall. */
export const wallIn = (days: number, time: string, now: DateTime = DateTime.now()) =>
	`${now.setZone(zone).plus({ days }).toISODate()}T${time}:00`;

/** A start within the working hours of the next day, an hour to a day from `now`, as {@link wallIn}. */
export function withinADay(now: DateTime = DateTime.now()): string {
	const starts = [0, 1].flatMap((days) =>
		['10:00', '17:30'].map((time) => wallIn(days, time, now)),
	);
	return starts.find((start) => DateTime.fromISO(start, { zone }) > now.plus({ hours: 1 }))!;
}

/** The service's stand-in with a calendar that looks lived in, at `port` if that is free. */
export async function startStandIn(port?: number): Promise<Service> {
	const service = await startService({
		zone,
		token: randomBytes(20).toString('hex'),
		port: port && (await isFree(port)) ? port : undefined,
		bodies: 'flat',
	});
	for (const { key } of service.calendars.list()) service.calendars.remove(key);
	for (const { calendar_key: key, name } of calendars) service.calendars.add({ key, name });
	service.seed(upcoming.length, (index) => {
		const [day, time, calendar, name, status] = upcoming[index]!;
		return booking(wallIn(day, time), calendar, name, status);
	});
	return service;
}

export function booking(
	start_date: string,
	calendar: number,
	full_name: string,
	status: Status = 'CONFIRMED',
): Booking {
	const person = { full_name, email: emailOf(full_name), phone: phoneOf(full_name) };
	return { start_date, calendar: calendars[calendar], service_keys: [], status, person };
}

export function emailOf(name: string): string {
	const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace('ß', 'ss').replace('Ł', 'L');
	return `${plain.toLowerCase().replace(/\W+/g, '.')}@example.com`;
}

/** Made up, the same at every run. */
function phoneOf(name: string): string {
	const digits = [...name].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 1e8, 7);
	return `+55119${String(digits).padStart(8, '0')}`;
}
