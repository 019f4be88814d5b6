import type { INodeParameters } from 'n8n-workflow';

import { SHAPES } from '../service/shapes';
import { byKey, failureOf, host, key, nock, path, run } from './support';

// What contradicts a zone: test/unit/service/values.
const list = '/api/v3/appointments/';
const picked = '2026-12-24T10:00:00';
const moment = '2026-12-24T09:00:00Z';

/** With this 'Service Timezone', in a workflow whose own zone is never used. */
const runIn = async (timezone: string, operation: string, parameters: INodeParameters) =>
	await run(`appointment:${operation}`, parameters, {
		timezone: 'America/New_York',
		credentials: { timezone },
	});

/** Moves an appointment whose present start is given, and returns the start that was sent. */
async function moved(startDate: string, zone: string, present?: object) {
	let sent: unknown;
	nock(host)
		.patch(`${path}reschedule/`)
		.reply((_uri, body) => {
			sent = (body as { start_date: string }).start_date;
			return [200, body as object];
		});
	if (present !== undefined) nock(host).get(path).reply(200, present);
	await runIn(zone, 'reschedule', { ...byKey, startDate }).finally(() => nock.cleanAll());
	return sent;
}

describe.each(['document', 'samples'] as const)('Reschedule (%s)', (shape) => {
	const at = (start: string) => SHAPES[shape]({ key, start });

	it('to a local time reads it in the zone of the credential', async () => {
		expect(await moved(picked, 'Europe/Madrid', at('2026-07-01T10:00:00Z'))).toBe(
			`${picked}+01:00`,
		);
	});

	it('to a local time never moves an appointment whose start contradicts the zone', async () => {
		const moving = moved(picked, 'Europe/Madrid', at('2026-07-01T10:00:00-04:00'));
		const failure = await failureOf(moving);
		expect(failure.message).toMatch(/10:00:00-04:00, but Europe\/Madrid is at UTC\+02:00/);
		expect(failure.description).toMatch(/Nothing was changed.*A start with an offset works/);
	});

	it('to a time with an offset needs no check and no zone', async () => {
		expect(await moved(`${picked}+05:30`, ' ')).toBe(`${picked}+05:30`);
		expect(await moved(`${picked}+05:30`, 'Europe/Madrid')).toBe('2026-12-24T05:30:00+01:00');
	});
});

const attendees = { attendee: [{ name: 'Ana' }] };
it.each<[string, string, INodeParameters]>([
	['Reschedule to a local time', 'reschedule', { ...byKey, startDate: picked }],
	['Check Slot', 'reschedule', { ...byKey, startDate: moment, options: { checkSlot: true } }],
	[
		'Create at a local time',
		'create',
		{ calendar: 'c', startDate: picked, attendees, checkSlot: false },
	],
	['Create with Check Slot', 'create', { calendar: 'c', startDate: moment, attendees }],
	['When', 'getAll', { when: 'today' }],
	['a local time in a filter', 'getAll', { filters: { startDate: picked } }],
	['Get Free Times', 'getFreeTimes', { calendar: 'c', when: 'today' }],
])('%s is refused without a zone before anything is sent', async (_what, operation, parameters) => {
	const failure = await failureOf(runIn(' ', operation, parameters));
	expect(failure.message).toBe("'Service Timezone': it is not set");
	expect(failure.description).toMatch(/credential, e\.g\. /);
});

it('what needs no zone works without one', async () => {
	const body = { results: [SHAPES.samples()] };
	nock(host).get(list).query({ email: 'a@b.c', page_size: 50 }).reply(200, body);
	expect((await runIn('', 'getAll', { filters: { email: 'a@b.c' } })).items).toHaveLength(1);
	let sent: unknown;
	nock(host)
		.post(list)
		.reply((_uri, given) => {
			sent = given;
			return [201, SHAPES.samples()];
		});
	const given = { calendar: 'c', startDate: `${picked}+05:30`, attendees, checkSlot: false };
	await runIn('', 'create', given);
	expect(sent).toMatchObject({ start: { dateTime: `${picked}+05:30` } });
});
