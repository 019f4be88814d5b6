import type { INodeParameters } from 'n8n-workflow';

import type { Booking, ServiceOptions } from '../../stand-in';
import { callTool } from '../support/tool';
import { at, booked, DAY, start } from './clinic';
import { credentialsOf, failureOf, locator, run } from './support';

// Of a booking: create.test.ts.
let key: string;

const bookedAt = (time: string, more: Booking = {}) =>
	booked({ start_date: `${DAY}T${time}:00`, service_keys: [], ...more });
/** With an appointment at 14:00, which is to be moved. */
async function startWith(options: ServiceOptions = {}, own: Booking = {}) {
	await start(options);
	key = bookedAt('14:00', { person: { full_name: 'Ana' }, ...own }).appointment_key;
}
const move = async (time: string, options: INodeParameters = { checkSlot: true }) =>
	await run(
		'appointment:reschedule',
		{ appointment: locator(key), startDate: `${DAY}T${time.padEnd(8, ':00')}`, options },
		{ credentials: credentialsOf(at) },
	);
const patches = () => at.requests.of('PATCH').map(({ body }) => JSON.parse(body) as object);

it.each(['samples', 'document'] as const)(
	'a time that the service offers is sent, and nothing else (%s)',
	async (shape) => {
		await startWith({ shape });
		expect((await move('10:00')).hints).toEqual([]);
		expect(patches()).toEqual([{ start_date: `${DAY}T10:00:00-03:00` }]);
		expect(at.requests.of('GET', /available/)[0]?.query).toContain(`day=${DAY}`);
	},
);

it('one that is not offered stops the change, and the message has no name', async () => {
	await startWith();
	bookedAt('10:00', { person: { full_name: 'Ben' } });
	const { message, description } = await failureOf(move('10:00'));
	expect(message).toBe("'Start Date': 2030-12-03 10:00 is not available. Nothing was changed");
	expect(description).toBe('Free times of that day: 08:30, 09:00, 09:30, 10:30, 11:00');
	expect(patches()).toEqual([]);
});

it('one with seconds is shown with them, because without them it may be free', async () => {
	await startWith();
	const { message, description } = await failureOf(move('10:00:23'));
	expect(message).toContain('10:00:23 is not available');
	expect(description).toBe('Free times of that day: 09:00, 09:30, 10:00, 10:30, 11:00');
});

it('a free time that the service offers twice is named once', async () => {
	await startWith();
	const at9 = { start_date: `${DAY}T09:00:00-03:00` };
	const results = [at9, { ...at9, end_date: `${DAY}T09:30:00-03:00` }];
	const body = { count: 2, results };
	at.faults.add({ path: /available/, action: { kind: 'respond', status: 200, body } });
	const { description } = await failureOf(move('10:00'));
	expect(description).toBe('Free times of that day: 09:00');
});

it('for people it is an option, and in a tool it is on unless turned off', async () => {
	await startWith({ taken: 'allowed' });
	bookedAt('10:00');
	await move('10:00', {});
	expect(patches()).toHaveLength(1);
	const inTool = async (parameters: INodeParameters) =>
		await callTool(
			at,
			'reschedule',
			{ Appointment: key, Start_Date: `${DAY}T11:00:00` },
			parameters,
		);
	bookedAt('11:00');
	expect((await failureOf(inTool({}))).message).toContain('11:00 is not available');
	await inTool({ options: { checkSlot: false } });
	expect(patches()).toHaveLength(2);
});

it('asks with the services of the appointment, in a tool for what a client may book', async () => {
	await startWith();
	const { key: service_key } = at.services.add({ name: 'Retorno', duration: 60 });
	key = bookedAt('16:00', { service_keys: [service_key], duration: 60 }).appointment_key;
	await move('10:00');
	await callTool(at, 'reschedule', { Appointment: key, Start_Date: `${DAY}T11:30:00` });
	const [first, second] = at.requests.of('GET', /available/).map(({ query }) => query);
	expect(first).toContain(`service_keys=${service_key}`);
	expect(first).not.toContain('action_new_appointment');
	expect(second).toContain('action_new_appointment=client');
});

describe('a time that overlaps the present one is left to the service', () => {
	it.each<[string, duration: number, ServiceOptions['shape'], isAsked: boolean]>([
		['14:29', 30, 'samples', false],
		['13:31', 30, 'samples', false],
		['14:30', 30, 'samples', true],
		['13:30', 30, 'samples', true],
		['14:59', 60, 'samples', false],
		['15:00', 60, 'samples', true],
		// Without an end, it is half an hour.
		['14:29', 60, 'document', false],
		['14:30', 60, 'document', true],
	])('%s, of %i minutes from 14:00 on (%s): asked %p', async (time, duration, shape, isAsked) => {
		await startWith({ shape }, { duration });
		await move(time).catch(() => undefined);
		expect(at.requests.of('GET', /available/)).toHaveLength(isAsked ? 1 : 0);
		if (!isAsked) expect(patches()).toHaveLength(1);
	});
});

it('an appointment whose calendar is unknown is not moved', async () => {
	await startWith();
	const body = { ...at.shown(at.appointments.get(key)!), calendar: null };
	at.faults.add({ path: /appointments/, action: { kind: 'respond', status: 200, body } });
	expect((await failureOf(move('10:00'))).message).toBe(
		'The service does not say which calendar the appointment is in. Nothing was changed',
	);
	expect(patches()).toEqual([]);
});

it('an appointment whose present start cannot be read is checked as any other', async () => {
	await startWith();
	const body = { ...at.shown(at.appointments.get(key)!), start: 'soon', start_date: 'soon' };
	at.faults.add({
		path: /appointments/,
		method: 'GET',
		action: { kind: 'respond', status: 200, body },
	});
	await move('14:10').catch(() => undefined);
	expect(at.requests.of('GET', /available/)).toHaveLength(1);
});
