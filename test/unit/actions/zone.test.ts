import type { INodeParameters } from 'n8n-workflow';

import { appointment, byKey, failureOf, host, nock, path, run } from './support';

const list = '/api/v3/appointments/';
const picked = '2026-12-24T10:00:00';
const newYork = 'America/New_York';
const hours = {
	opens: '09:00',
	closes: '17:00',
	weekdays: [1, 2, 3, 4, 5],
	duration: 30,
	limit: 1,
};

interface Zones {
	option?: string;
	credential?: string;
	workflow?: string;
}

const settings = ({ option, credential, workflow = newYork }: Zones) => ({
	parameters: { options: option === undefined ? {} : { timezone: option } } as INodeParameters,
	around: {
		timezone: workflow,
		...(credential !== undefined && { credentials: { timezone: credential } }),
	},
});

/** Moves an appointment whose present start is given, and returns the start that was sent. */
async function moved(startDate: string, zones: Zones, present?: unknown): Promise<unknown> {
	let sent: unknown;
	nock(host)
		.patch(`${path}reschedule/`)
		.reply((_uri, body) => {
			sent = (body as { start_date: string }).start_date;
			return [200, body as object];
		});
	if (present !== undefined) {
		nock(host)
			.get(path)
			.reply(200, { ...appointment, start_date: present });
	}
	const { parameters, around } = settings(zones);
	try {
		await run('appointment:reschedule', { ...byKey, startDate, ...parameters }, around);
	} finally {
		nock.cleanAll();
	}
	return sent;
}

// The same in a real n8n: test/n8n/zones.test.ts.
const unset = { credential: ' ' };
const madrid = { credential: 'Europe/Madrid' };

describe('Reschedule', () => {
	it.each([
		['the zone of the credential', madrid, '+01:00'],
		['the option', { ...madrid, option: 'Asia/Tokyo' }, '+09:00'],
	])('to a local time reads it in %s, never in that of the workflow', async (_what, zones, own) => {
		expect(await moved(picked, zones, '2026-07-01T10:00:00Z')).toBe(`${picked}${own}`);
	});

	it.each(['2026-07-01T10:00:00', '2026-07-01T10:00:00Z', '2026-07-01T10:00:00+02:00', null])(
		'moves an appointment that starts at %s, because that contradicts nothing',
		async (present) => {
			expect(await moved(picked, madrid, present)).toBe(`${picked}+01:00`);
		},
	);

	it('to a local time never moves an appointment whose start contradicts the zone', async () => {
		const failure = await failureOf(moved(picked, madrid, '2026-07-01T10:00:00-04:00'));
		expect(failure.message).toMatch(/10:00:00-04:00, but Europe\/Madrid is at UTC\+02:00/);
		expect(failure.description).toMatch(/Nothing was changed.*A start with an offset works/);
	});

	it('to a time with an offset needs no check and no zone', async () => {
		expect(await moved(`${picked}+05:30`, unset)).toBe(`${picked}+05:30`);
		expect(await moved(`${picked}+05:30`, madrid)).toBe('2026-12-24T05:30:00+01:00');
	});
});

const moment = '2026-12-24T09:00:00Z';

it.each<[string, 'reschedule' | 'getAll' | 'getFreeTimes', INodeParameters]>([
	['Reschedule to a local time', 'reschedule', { ...byKey, startDate: picked }],
	['Check Slot', 'reschedule', { ...byKey, startDate: moment, options: { checkSlot: true } }],
	['When', 'getAll', { when: 'today' }],
	['the filter On Date', 'getAll', { filters: { onDate: '2026-12-24' } }],
	['a local time in a filter', 'getAll', { filters: { startDate: picked } }],
	['a moment in a filter', 'getAll', { filters: { createdAt: moment } }],
	['Get Free Times', 'getFreeTimes', { calendar: 'c', when: 'today', ...hours }],
])('%s is refused without a zone before anything is sent', async (_what, operation, parameters) => {
	const { around } = settings(unset);
	const failure = await failureOf(run(`appointment:${operation}`, parameters, around));
	expect(failure.message).toBe("'Service Timezone': it is not set");
	expect(failure.description).toMatch(/credential, e\.g\. Europe\/Madrid/);
});

it('what needs no zone works without one', async () => {
	nock(host)
		.get(list)
		.query({ email: 'a@b.c' })
		.reply(200, { results: [appointment] });
	nock(host).get(path).reply(200, appointment);
	nock(host)
		.patch(path)
		.reply(200, { ...appointment, status: 'ATTENDED' });
	const { around } = settings(unset);
	const filters = { email: 'a@b.c' };
	expect((await run('appointment:getAll', { filters }, around)).items).toHaveLength(1);
	expect((await run('appointment:get', byKey, around)).items).toHaveLength(1);
	const attended = { ...byKey, status: 'ATTENDED' };
	expect((await run('appointment:updateStatus', attended, around)).items).toHaveLength(1);
});

it.each<['getAll' | 'getFreeTimes', INodeParameters]>([
	['getAll', {}],
	['getFreeTimes', { calendar: 'calendar', when: 'onDate', day: '2026-05-01', ...hours }],
])('%s shows a hint if the service contradicts the zone', async (operation, parameters) => {
	const shown = async (credential: string) => {
		nock(host)
			.get(list)
			.query(true)
			.reply(200, { results: [appointment] });
		const { hints } = await run(
			`appointment:${operation}`,
			parameters,
			settings({ credential }).around,
		);
		return hints.map(({ message }) => message).filter((message) => message.includes('Timezone'));
	};
	expect(await shown('Europe/Lisbon')).toEqual([
		expect.stringMatching(
			/^The service writes the start .*\+02:00, but Europe\/Lisbon is at UTC\+01:00/,
		),
	]);
	expect(await shown('Europe/Madrid')).toEqual([]);
});

it.each([
	["the filter 'On Date'", { filters: { onDate: '' } }],
	["'Day'", { when: 'onDate', day: '' }],
])('%s without a value asks for a day as the field holds it', async (_what, parameters) => {
	const failure = await failureOf(run('appointment:getAll', parameters, settings(madrid).around));
	expect(failure.message).toContain('the date is empty');
	expect(failure.description).toBe(
		'Choose a day. In an expression, it looks like 2026-03-29T00:00:00',
	);
});

it('a Start Date after End Date is refused', async () => {
	const filters = { startDate: '2026-12-02T10:00:00', endDate: '2026-12-01' };
	const failure = await failureOf(run('appointment:getAll', { filters }, settings(madrid).around));
	expect(failure.message).toBe(
		"'End Date': 2026-12-01T23:59:59 is before 'Start Date', 2026-12-02T10:00:00",
	);
});

describe('a date filter', () => {
	const refusal = (filters: INodeParameters, zones: Zones) => {
		const detail = 'It may be ambiguous or it may not exist.';
		nock(host).get(list).query(true).reply(400, { start_date: detail });
		const { parameters, around } = settings(zones);
		return failureOf(run('appointment:getAll', { filters, ...parameters }, around));
	};

	it.each([
		['2026-10-25T02:30:00', '2026-10-25T02:30:00 happens twice in Europe/Madrid'],
		[picked, 'ambiguous'],
	])(
		'of %s that the service refuses is explained if clocks change then',
		async (startDate, words) => {
			const { message } = await refusal({ startDate }, { credential: 'Europe/Madrid' });
			expect(message).toContain(words);
		},
	);
});
