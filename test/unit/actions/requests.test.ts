import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import type { Service } from '../../stand-in';
import { listSearch } from '../support';
import { service } from '../support/service';
import { credentialsOf, locator, run } from './support';

type Task = (at: Service) => Promise<unknown>;

const HOUR = 3_600_000;

/** The requests that a task takes, with so many appointments from tomorrow on. */
async function requestsFor(task: Task, appointments: number, maxPageSize = 100) {
	const at = await service({ zone: 'America/Sao_Paulo', samplesShowCode: true, maxPageSize });
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

type Name = `${'appointment' | 'calendar' | 'service'}:${string}`;
const act =
	(name: Name, parameters: INodeParameters = {}, items?: IDataObject[]): Task =>
	async (at) =>
		await run(name, parameters, { items, credentials: credentialsOf(at) });
const all = { returnAll: true };
const list = (parameters?: INodeParameters) => act('appointment:getAll', parameters);

/** An operation on so many appointments. */
const onEach =
	(name: string, count: number, more: INodeParameters = {}, mode: 'key' | 'code' = 'key'): Task =>
	async (at) => {
		const items = at.appointments
			.list()
			.slice(0, count)
			.map(({ appointment_key: key, search_code: code }) => ({ key, code }));
		const appointment = locator(`={{ $json.${mode} }}`, mode);
		await act(`appointment:${name}`, { appointment, ...more }, items)(at);
	};
const startDate = '2031-12-03T13:00:00Z';
const checked = { startDate, options: { checkSlot: true } };

const inCalendar =
	(name: Name, more: INodeParameters): Task =>
	async (at) =>
		await act(name, { calendar: locator(at.calendars.list().at(-1)!.key), ...more })(at);
const free = (more: INodeParameters) => inCalendar('appointment:getFreeTimes', more);
const booking = (more: INodeParameters = {}) => {
	const attendees = { attendee: [{ name: 'Ana' }] };
	return inCalendar('appointment:create', { startDate, attendees, ...more });
};
const pick =
	(method: string): Task =>
	async (at) =>
		await listSearch(AppointmentScheduling, method, { credentials: credentialsOf(at) });

it.each<[string, number, Task, rows?: number, pageSize?: number]>([
	['395 appointments', 4, list(all), 395],
	['395 appointments, 20 a page', 20, list(all), 395, 20],
	['the first 50', 1, list(), 395],
	['the first 150', 2, list({ limit: 150 }), 395],
	['today', 1, list({ when: 'today' }), 395],
	['two statuses', 2, list({ filters: { status: ['PENDING', 'NO_SHOW'] } }), 395],
	['20 items by key', 20, onEach('get', 20)],
	['20 items by code', 40, onEach('get', 20, {}, 'code')],
	['20 statuses', 20, onEach('updateStatus', 20, { status: 'NO_SHOW' })],
	['20 cancellations', 40, onEach('cancel', 20)],
	['a move to a time with an offset', 1, onEach('reschedule', 1, { startDate })],
	['a checked move', 3, onEach('reschedule', 1, checked)],
	['a booking', 2, booking()],
	['a booking without Check Slot', 1, booking({ checkSlot: false })],
	['free times of 7 days', 7, free(all)],
	['the first 10 free times', 1, free({ limit: 10, when: 'tomorrow' }), 0],
	['calendars, in two items', 2, act('calendar:getAll', all, [{}, {}])],
	['services', 1, act('service:getAll', all)],
	['the appointments in the editor', 1, pick('searchAppointments')],
	['the calendars in the editor', 1, pick('searchCalendars')],
	['the webhooks in the editor', 1, pick('searchWebhooks')],
])('%s take %i requests', async (_what, count, task, rows = 55, pageSize = 100) => {
	expect(await requestsFor(task, rows, pageSize)).toBe(count);
});
