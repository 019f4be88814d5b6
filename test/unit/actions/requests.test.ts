import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { credentialOf, type Service, type ServiceOptions } from '../../stand-in';
import { listSearch } from '../support';
import { service } from '../support/service';
import { triggerFor } from '../webhookTrigger/deliveries/support';
import { locator, nock, run } from './support';

type Dialect = ServiceOptions['dialect'];
type Task = (at: Service) => Promise<unknown>;

beforeEach(() => nock.enableNetConnect('127.0.0.1'));

const HOUR = 3_600_000;
const ROOM = '0f0f0f0-1111-4111-8111-111111111111';

/** The requests that a task takes at a service of this kind, with so many appointments from tomorrow on. */
async function requestsFor(
	task: Task,
	dialect: Dialect,
	appointments: number,
	prepare?: (at: Service) => void,
) {
	const at = await service({ dialect });
	const begin = Date.now() + 24 * HOUR;
	at.seed(appointments, (index) => ({
		start_date: new Date(begin + index * 1_800_000).toISOString(),
		calendar: { calendar_key: `${index % 2}${ROOM}`, name: `Room ${index % 2}` },
		status: 'CONFIRMED',
	}));
	prepare?.(at);
	at.requests.clear();
	await task(at);
	return at.requests.entries.length;
}

/** Lists everybody, whatever is searched. */
function ignoreCodes(at: Service): void {
	const whole = at.matching.bind(at);
	at.matching = (filters) => whole({ ...filters, search_code: undefined });
}

const act =
	(
		name: `${'appointment' | 'webhook'}:${string}`,
		parameters: INodeParameters = {},
		itemsOf?: (at: Service) => IDataObject[],
	): Task =>
	async (at) =>
		await run(name, parameters, { items: itemsOf?.(at), credentials: credentialOf(at) });
const all = { returnAll: true };
const first20 = (at: Service) => at.appointments.list('start').slice(0, 20);
const getAll = act('appointment:getAll', all);
const byCode = act('appointment:get', { appointment: locator('={{ $json.code }}', 'code') }, (at) =>
	first20(at).map(({ search_code: code }) => ({ code })),
);
/** Ten moves within one calendar. @param hours between them */
const moves = (hours: number): Task =>
	act(
		'appointment:reschedule',
		{
			appointment: locator('={{ $json.key }}'),
			startDate: '={{ $json.to }}',
			options: { checkSlot: true },
		},
		(at) =>
			first20(at)
				.filter(({ calendar }) => calendar.calendar_key === `0${ROOM}`)
				.map(({ appointment_key: key }, index) => {
					const day = new Date(Date.now() + 60 * 24 * HOUR).toISOString().slice(0, 10);
					const to = new Date(Date.parse(`${day}T00:00:00Z`) + index * hours * HOUR).toISOString();
					return { key, to };
				}),
	);
const pick =
	(method: string): Task =>
	async (at) =>
		await listSearch(AppointmentScheduling, method, { credentials: credentialOf(at) });
const publish =
	(runFor: string): Task =>
	async (at) => {
		const trigger = triggerFor(at, { events: ['appointment.created'], runFor });
		await trigger.activate();
		const { length } = at.requests.entries;
		await trigger.deactivate();
		at.requests.entries.length = length;
	};

const numbered = { pagination: 'pageNumber', pageSize: 20 } as const;
const linked = { pagination: 'pages', pageSize: 20, count: 'exact' } as const;

describe('where a list has a total, a number or a link', () => {
	it.each<[string, number, Task, Dialect, rows: number, prepare?: (at: Service) => void]>([
		[
			'20 numbered pages without a total',
			21,
			getAll,
			{ ...numbered, pagination: 'pageAlone' },
			395,
		],
		['20 numbered pages with a total', 20, getAll, numbered, 395],
		['20 linked pages without a total', 20, getAll, { ...linked, count: 'none' }, 395],
		['20 linked pages with a total', 20, getAll, linked, 395],
		['20 pages as of Laravel', 20, getAll, { ...numbered, pagination: 'laravel' }, 395],
		['20 pages by position', 20, getAll, { ...numbered, pagination: 'limitOffset' }, 395],
		['20 items by code', 40, byCode, linked, 55],
		['20 items by code, and the service ignores it', 23, byCode, linked, 55, ignoreCodes],
		['10 checked moves to one day', 10 + 10 + 1, moves(1), linked, 20],
		['10 checked moves to 20 days', 10 + 10 + 2, moves(48), linked, 20],
		[
			'the appointments in the editor',
			1,
			pick('searchAppointments'),
			{ ...linked, pageSize: 100 },
			55,
		],
		['the calendars in the editor', 1, pick('searchCalendars'), { ...linked, pageSize: 100 }, 55],
		['the webhooks in the editor', 1, pick('searchWebhooks'), linked, 55],
		['publishing the trigger, each notification', 2, publish('notifications'), linked, 55],
	])('%s take %i requests', async (_what, count, task, dialect, rows, ...prepare) => {
		expect(await requestsFor(task, dialect, rows, ...prepare)).toBe(count);
	});
});

describe('where nothing stands beside a list', () => {
	// The first list, and page=2, page=1, offset=n to find out. A list of a usual length in two halves.
	it.each([
		[0, 1],
		[3, 1],
		[9, 1],
		[10, 1 + 3 + 2],
		[20, 1 + 3 + 2],
		[45, 1 + 3],
	])('Get Many of %i appointments takes %i requests', async (rows, count) => {
		expect(await requestsFor(getAll, 'plain', rows)).toBe(count);
	});

	it.each([
		['10', 1 + 2],
		['20', 1 + 2],
		['45', 1],
	])('%s appointments take %i requests each later time in a run', async (rows, count) => {
		const thrice = act('appointment:getAll', all, () => [{}, {}, {}]);
		const former = await requestsFor(getAll, 'plain', Number(rows));
		expect(await requestsFor(thrice, 'plain', Number(rows))).toBe(former + 2 * count);
	});

	it.each<[string, number, Task, rows: number, prepare?: (at: Service) => void]>([
		['20 items by code', 40, byCode, 45],
		['20 items by code, and the service ignores it', 1 + 3 + 20, byCode, 45, ignoreCodes],
		['20 items by code of 20, and the service ignores it', 1 + 3 + 2 + 20, byCode, 20, ignoreCodes],
		['10 checked moves to one day', 10 + 10 + 1, moves(1), 20],
		['the calendars in the editor', 1 + 3, pick('searchCalendars'), 45],
		['publishing the trigger, each notification', 2, publish('notifications'), 45],
	])('%s take %i requests', async (_what, count, task, rows, ...prepare) => {
		expect(await requestsFor(task, 'plain', rows, ...prepare)).toBe(count);
	});

	it.each<[string, number, Dialect]>([
		['number', 3 + 1 + 1, { pagination: 'bare', pageSize: 20 }],
		['number from 0', 3 + 1, { pagination: 'bareFromZero', pageSize: 20 }],
		['position', 3 + 2 + 1, { pagination: 'bareOffset', pageSize: 20 }],
	])('45 appointments on 3 pages by %s take %i requests', async (_what, count, dialect) => {
		expect(await requestsFor(getAll, dialect, 45)).toBe(count);
	});
});
