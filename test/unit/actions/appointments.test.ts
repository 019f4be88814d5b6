import type { INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';

import {
	appointment,
	authorized,
	byKey,
	failureOf,
	key,
	locator,
	nock,
	path,
	run,
} from './support';

// Requests and responses of each operation: test/contract/operations.test.ts.
const list = '/api/v3/appointments/';

it('the key of an appointment can be a number', async () => {
	authorized()
		.get(list)
		.query({ search_code: 'AP-1' })
		.reply(200, { results: [{ ...appointment, appointment_key: 42 }] })
		.get('/api/v3/appointments/42/')
		.reply(200, { ...appointment, appointment_key: 42 })
		.delete('/api/v3/appointments/42/')
		.reply(204);
	const { items } = await run('appointment:cancel', { appointment: locator('AP-1', 'code') });
	expect(items[0]?.json).toEqual({ canceled: true, appointment_key: '42' });
});

it('Get returns an appointment in a list of one as one item', async () => {
	authorized().get(path).reply(200, [appointment]);
	const { items } = await run('appointment:get', byKey);
	expect(items.map(({ json }) => json)).toEqual([{ data: [appointment] }]);
});

it('what is chosen by reference begins as a list', () => {
	const { properties } = new AppointmentScheduling().description;
	const locators = properties.filter(({ type }) => type === 'resourceLocator');
	expect(locators.length).toBeGreaterThan(5);
	const unset = locators.map((property) => property.default as INodeParameterResourceLocator);
	expect(unset.filter(({ mode, value }) => mode !== 'list' && value === '')).toEqual([]);
});

describe('the start of a simplified appointment', () => {
	// Notations of a start: test/unit/service/values/readable.test.ts.
	it.each([
		['2026-05-01T08:00:00Z', 'Europe/Madrid', '', '2026-05-01T10:00:00+02:00'],
		['2026-05-01T08:00:00Z', 'Europe/Madrid', 'Asia/Tokyo', '2026-05-01T17:00:00+09:00'],
		['2026-05-01T08:00:00Z', '', '', '2026-05-01T08:00:00Z'],
		['soon', 'Europe/Madrid', '', 'soon'],
	])('written as %s, with the zone %p and the option %p, is %s', async (...row) => {
		const [start_date, zone, timezone, shown] = row;
		authorized()
			.get(path)
			.reply(200, { ...appointment, start_date });
		const around = { credentials: { timezone: zone }, timezone: 'America/New_York' };
		const given = { ...byKey, simplify: true, options: { timezone } };
		const { items } = await run('appointment:get', given, around);
		expect(items[0]?.json.start_date).toBe(shown);
	});
});

it.each([
	[204, undefined],
	[200, {}],
])('Update Status returns key and status if the response is %i with %j', async (status, body) => {
	authorized().patch(path).reply(status, body);
	const { items } = await run('appointment:updateStatus', { ...byKey, status: 'ATTENDED' });
	expect(items[0]?.json).toEqual({ appointment_key: key, status: 'ATTENDED' });
});

it('Get Free Times tells calendars apart whose keys differ by case only', async () => {
	for (const [calendar_key, time] of [
		['room', '09:00'],
		['ROOM', '09:30'],
	]) {
		const booked = { start_date: `2030-12-03T${time}:00`, calendar: { calendar_key } };
		authorized()
			.get(list)
			.query((query) => query.calendar_key === calendar_key)
			.reply(200, { results: [{ appointment_key: time, ...booked }] });
	}
	const calendar = locator('={{ ["room", "ROOM"][$itemIndex] }}');
	const given = { when: 'onDate', day: '2030-12-03', limit: 1, calendar };
	const { items } = await run('appointment:getFreeTimes', given, { items: [{}, {}] });
	expect(items.map(({ json }) => String(json.start_date).slice(11, 16))).toEqual([
		'09:30',
		'09:00',
	]);
});

describe('Check Slot', () => {
	/** From 12:00 to 12:30 in Madrid, on the calendar of the appointment. */
	const moveNextTo = async (other: object, own: object = {}, more: INodeParameters = {}) => {
		const results = [{ ...appointment, appointment_key: 'other', search_code: 'AP-2', ...other }];
		const found = { ...appointment, ...own };
		authorized().get(path).reply(200, found).get(list).query(true).reply(200, { results });
		authorized().patch(`${path}reschedule/`).reply(200, {});
		const options = { timezone: 'Europe/Madrid', checkSlot: true, ...more };
		return await run('appointment:reschedule', {
			...byKey,
			startDate: '2026-07-01T10:00:00Z',
			options,
		});
	};

	it.each([
		[
			'is assumed to last until after its start',
			{ start_date: '2026-07-01T11:31:00' },
			'AP-2. The service',
		],
		[
			'began three days ago, lasts until then and has no code',
			{ start_date: '2026-06-28T10:00:00', end_date: '2026-07-01T12:01:00', search_code: null },
			'other',
		],
	])('finds an appointment that %s', async (_what, other, name) => {
		const { message } = await failureOf(moveNextTo(other));
		nock.cleanAll();
		expect(message).toContain(`is taken in this calendar by appointment ${name}`);
	});

	it('never moves an appointment whose calendar is unknown', async () => {
		const { message } = await failureOf(moveNextTo({}, { calendar: null }));
		nock.cleanAll();
		expect(message).toBe('The service does not say which calendar the appointment is in');
	});

	const noon = '2026-07-01T12:00:00';
	it.each([
		['is the same one', { start_date: noon, appointment_key: key.toUpperCase() }],
		['is canceled', { start_date: noon, status: 'CANCELED_CLIENT' }],
		['is assumed to end then', { start_date: '2026-07-01T11:30:00' }],
		['starts at its end', { start_date: '2026-07-01T12:30:00' }],
	])('moves if the other appointment %s', async (_what, other) => {
		await moveNextTo(other);
		expect(nock.isDone()).toBe(true);
	});

	const later = { start_date: '2026-07-01T12:45:00', duration: 15 };

	it.each<[number | undefined, INodeParameters, moves: boolean]>([
		[60, {}, false],
		// What the service says wins.
		[60, { duration: 30 }, false],
		[30, { duration: 60 }, true],
		[undefined, { duration: 46 }, false],
		[undefined, { duration: 45 }, true],
		// Half an hour.
		[undefined, {}, true],
	])('of %p minutes at the service moves with %j: %p', async (duration, options, moves) => {
		const moving = moveNextTo(later, { duration }, options);
		if (moves) return void (await moving);
		const { message } = await failureOf(moving);
		nock.cleanAll();
		expect(message).toMatch(/by appointment AP-2($|\.)/);
	});

	it.each([
		[{}, 1],
		[{ duration: 30 }, 0],
	])(
		'with %j says %i times that the length of the appointment was assumed',
		async (more, times) => {
			const { hints } = await moveNextTo(later, {}, more);
			expect(hints.filter(({ message }) => /30 minutes were assumed/.test(message))).toHaveLength(
				times,
			);
		},
	);

	it.each([undefined, 'soon'])('needs no readable start of its own: %p', async (start_date) => {
		const { message } = await failureOf(moveNextTo(later, { start_date, duration: 60 }));
		nock.cleanAll();
		expect(message).toContain('by appointment AP-2');
		await moveNextTo(later, { start_date, duration: 30 });
	});

	it.each<[INodeParameters, moves: boolean]>([
		[{ bookedDuration: 31 }, false],
		[{ bookedDuration: 30 }, true],
		[{ duration: 60, bookedDuration: 30 }, true],
		[{ duration: 60 }, false],
	])('with %j moves after an appointment without a length: %p', async (options, moves) => {
		const moving = moveNextTo({ start_date: '2026-07-01T11:30:00' }, {}, options);
		if (moves) return void (await moving);
		const { message } = await failureOf(moving);
		nock.cleanAll();
		expect(message).toContain('is taken in this calendar by appointment AP-2');
	});
});
