import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import type { Service, ServiceOptions } from '../../stand-in';
import { listSearch } from '../support';
import { service } from '../support/service';
import { credentialsOf, locator, run } from './support';

type Task = (at: Service) => Promise<unknown>;

const HOUR = 3_600_000;

/** The requests that a task takes, with so many appointments from tomorrow on. */
async function requestsFor(task: Task, appointments: number, options: ServiceOptions = {}) {
	const at = await service({ zone: 'America/Sao_Paulo', samplesShowCode: true, ...options });
	const begin = Date.now() + 24 * HOUR;
	const { key, name } = at.calendars.add({ name: 'Room' });
	at.seed(appointments, (index) => ({
		start_date: new Date(begin + index * HOUR).toISOString(),
		calendar: { calendar_key: key, name },
		status: 'CONFIRMED',
	}));
	at.requests.clear();
	await task(at);
	return at.requests.entries.length;
}

const act =
	(
		name: `${'appointment' | 'calendar' | 'service'}:${string}`,
		parameters: INodeParameters = {},
		itemsOf?: (at: Service) => IDataObject[],
	): Task =>
	async (at) =>
		await run(name, parameters, { items: itemsOf?.(at), credentials: credentialsOf(at) });
const first20 = (at: Service) => at.appointments.list().slice(0, 20);
const named =
	(mode: 'key' | 'code') =>
	(at: Service): IDataObject[] =>
		first20(at).map(({ appointment_key: key, search_code: code }) => ({
			value: mode === 'key' ? key : code,
		}));
const appointment = (mode: 'key' | 'code') => locator('={{ $json.value }}', mode);
const all = { returnAll: true };
const twice = () => [{}, {}];
const calendar = (at: Service) => at.calendars.list().at(-1)!.key;
const free =
	(more: INodeParameters): Task =>
	async (at) =>
		await act('appointment:getFreeTimes', { calendar: locator(calendar(at)), ...more })(at);
const booking =
	(more: INodeParameters): Task =>
	async (at) =>
		await act('appointment:create', {
			calendar: locator(calendar(at)),
			startDate: '2031-12-03T10:00:00',
			attendees: { attendee: [{ name: 'Ana' }] },
			...more,
		})(at);
const pick =
	(method: string): Task =>
	async (at) =>
		await listSearch(AppointmentScheduling, method, { credentials: credentialsOf(at) });
const moved = { appointment: appointment('key'), startDate: '2031-12-03T13:00:00Z' };

it.each<[string, number, Task, rows: number, options?: ServiceOptions]>([
	['395 appointments', 4, act('appointment:getAll', all), 395],
	['395 appointments, 20 a page', 20, act('appointment:getAll', all), 395, { maxPageSize: 20 }],
	['the first 50', 1, act('appointment:getAll'), 395],
	['the first 150', 2, act('appointment:getAll', { limit: 150 }), 395],
	['today', 1, act('appointment:getAll', { when: 'today' }), 395],
	[
		'two statuses',
		2,
		act('appointment:getAll', { filters: { status: ['PENDING', 'NO_SHOW'] } }),
		395,
	],
	[
		'20 items by key',
		20,
		act('appointment:get', { appointment: appointment('key') }, named('key')),
		55,
	],
	[
		'20 items by code',
		40,
		act('appointment:get', { appointment: appointment('code') }, named('code')),
		55,
	],
	[
		'20 statuses',
		20,
		act(
			'appointment:updateStatus',
			{ appointment: appointment('key'), status: 'NO_SHOW' },
			named('key'),
		),
		55,
	],
	[
		'20 cancellations',
		40,
		act('appointment:cancel', { appointment: appointment('key') }, named('key')),
		55,
	],
	[
		'a move to a time with an offset',
		1,
		act('appointment:reschedule', moved, (at) => named('key')(at).slice(0, 1)),
		5,
	],
	[
		'a checked move',
		3,
		act('appointment:reschedule', { ...moved, options: { checkSlot: true } }, (at) =>
			named('key')(at).slice(0, 1),
		),
		5,
	],
	['a booking', 2, booking({}), 5],
	['a booking without Check Slot', 1, booking({ checkSlot: false }), 5],
	['free times of 7 days', 7, free(all), 5],
	['the first 10 free times', 1, free({ limit: 10, when: 'tomorrow' }), 0],
	['calendars, in two items', 2, act('calendar:getAll', all, twice), 5],
	['services', 1, act('service:getAll', all), 5],
	['the appointments in the editor', 1, pick('searchAppointments'), 55],
	['the calendars in the editor', 1, pick('searchCalendars'), 55],
	['the webhooks in the editor', 1, pick('searchWebhooks'), 55],
])('%s take %i requests', async (_what, count, task, rows, ...options) => {
	expect(await requestsFor(task, rows, ...options)).toBe(count);
});
