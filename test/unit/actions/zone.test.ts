import type { INodeParameters } from 'n8n-workflow';

import { appointment, byKey, failureOf, host, nock, path, run } from './support';

// The same in a real n8n: test/n8n/actions/operations.test.ts. What contradicts a zone: service/values/contradiction.test.ts.
const list = '/api/v3/appointments/';
const picked = '2026-12-24T10:00:00';
const moment = '2026-12-24T09:00:00Z';
const hours = { opens: '09:00', closes: '17:00', weekdays: [4, 5], duration: 30, limit: 1 };

/** With this 'Service Timezone', in a workflow whose own zone is never used. */
const runIn = async (timezone: string, operation: string, parameters: INodeParameters) =>
	await run(`appointment:${operation}`, parameters, {
		timezone: 'America/New_York',
		credentials: { timezone },
	});

/** Moves an appointment whose present start is given, and returns the start that was sent. */
async function moved(startDate: string, zone: string, present?: string, timezone = '') {
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
	await runIn(zone, 'reschedule', { ...byKey, startDate, options: { timezone } }).finally(() =>
		nock.cleanAll(),
	);
	return sent;
}

describe('Reschedule', () => {
	const utc = '2026-07-01T10:00:00Z';

	it('to a local time reads it in the zone of the option, otherwise of the credential', async () => {
		expect(await moved(picked, 'Europe/Madrid', utc)).toBe(`${picked}+01:00`);
		expect(await moved(picked, 'Europe/Madrid', utc, 'Asia/Tokyo')).toBe(`${picked}+09:00`);
	});

	it('to a local time never moves an appointment whose start contradicts the zone', async () => {
		const failure = await failureOf(moved(picked, 'Europe/Madrid', '2026-07-01T10:00:00-04:00'));
		expect(failure.message).toMatch(/10:00:00-04:00, but Europe\/Madrid is at UTC\+02:00/);
		expect(failure.description).toMatch(/Nothing was changed.*A start with an offset works/);
	});

	it('to a time with an offset needs no check and no zone', async () => {
		expect(await moved(`${picked}+05:30`, ' ')).toBe(`${picked}+05:30`);
		expect(await moved(`${picked}+05:30`, 'Europe/Madrid')).toBe('2026-12-24T05:30:00+01:00');
	});
});

it.each<[string, string, INodeParameters]>([
	['Reschedule to a local time', 'reschedule', { ...byKey, startDate: picked }],
	['Check Slot', 'reschedule', { ...byKey, startDate: moment, options: { checkSlot: true } }],
	['When', 'getAll', { when: 'today' }],
	['a local time in a filter', 'getAll', { filters: { startDate: picked } }],
	['Get Free Times', 'getFreeTimes', { calendar: 'c', when: 'today', ...hours }],
])('%s is refused without a zone before anything is sent', async (_what, operation, parameters) => {
	const failure = await failureOf(runIn(' ', operation, parameters));
	expect(failure.message).toBe("'Service Timezone': it is not set");
	expect(failure.description).toMatch(/credential, e\.g\. Europe\/Madrid/);
});

it('what needs no zone works without one', async () => {
	nock(host)
		.get(`${list}?email=a%40b.c`)
		.reply(200, { results: [appointment] });
	expect((await runIn('', 'getAll', { filters: { email: 'a@b.c' } })).items).toHaveLength(1);
});

it('Get Free Times shows a hint if the service contradicts the zone', async () => {
	const given = { calendar: 'calendar', when: 'onDate', day: '2026-05-01', ...hours };
	const shown = async (zone: string) => {
		nock(host)
			.get(list)
			.query(true)
			.reply(200, { results: [appointment] });
		const { hints } = await runIn(zone, 'getFreeTimes', given);
		return hints.map(({ message }) => message).filter((message) => message.includes('Timezone'));
	};
	const message = /^The service writes the start .*\+02:00, but Europe\/Lisbon is at UTC\+01:00/;
	expect(await shown('Europe/Lisbon')).toEqual([expect.stringMatching(message)]);
	expect(await shown('Europe/Madrid')).toEqual([]);
});

it.each([
	['2026-10-25T02:30:00', '2026-10-25T02:30:00 happens twice in Europe/Madrid'],
	[picked, 'ambiguous'],
])(
	'a filter of %s that is refused is explained if clocks change then',
	async (startDate, words) => {
		nock(host).get(list).query(true).reply(400, { start_date: 'It may be ambiguous.' });
		const refused = runIn('Europe/Madrid', 'getAll', { filters: { startDate } });
		expect((await failureOf(refused)).message).toContain(words);
	},
);
