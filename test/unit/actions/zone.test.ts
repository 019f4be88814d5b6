import type { INodeParameters } from 'n8n-workflow';

import { appointment, byKey, failureOf, host, locator, nock, path, run } from './support';

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

describe('a zone that the service contradicts', () => {
	const ofFreeTimes = { calendar: 'calendar', when: 'onDate', day: '2026-05-01', ...hours };
	const startDate = '={{ "2026-12-2" + $json.number + "T09:00:00Z" }}';
	const isChecked = { startDate, options: { checkSlot: true } };
	/** The hints of a run over three appointments, of which each is written with +02:00. */
	async function hintsOf(timezone: string, operation: string, parameters: INodeParameters) {
		const results = ['10:00', '11:00', '12:00'].map((time) => ({
			...appointment,
			start_date: `2026-05-01T${time}:00+02:00`,
		}));
		const found = /^\/api\/v3\/appointments\/\d\/$/;
		const serve = nock(host).persist();
		serve.get(list).query(true).reply(200, { results });
		serve.get(found).reply((uri) => {
			const [at] = /\d(?=\/$)/.exec(uri) ?? [];
			return [200, { ...results[Number(at)], appointment_key: at }];
		});
		serve.patch(/reschedule/).reply(200, {});
		const items = [0, 1, 2].map((number) => ({ number }));
		const given = { appointment: locator('={{ $json.number }}'), ...parameters };
		const around = { timezone: 'America/New_York', credentials: { timezone }, items };
		const { hints } = await run(`appointment:${operation}`, given, around).finally(() =>
			nock.cleanAll(),
		);
		return hints.map(({ message }) => message).filter((message) => message.includes('Timezone'));
	}

	it.each<[string, string, INodeParameters]>([
		['Get with Simplify', 'get', { simplify: true }],
		['Get Many with Simplify', 'getAll', { simplify: true }],
		['Get Many with When', 'getAll', { when: 'onDate', day: '2026-05-01' }],
		['Get Many of a day without appointments', 'getAll', { when: 'onDate', day: '2026-05-02' }],
		['Get Free Times', 'getFreeTimes', ofFreeTimes],
		['Reschedule with Check Slot', 'reschedule', isChecked],
	])('is reported once in a run of %s', async (_what, operation, parameters) => {
		const message =
			/^The service writes the start 2026-05-01T1.:00:00\+02:00, but Europe\/Lisbon is at UTC\+01:00/;
		expect(await hintsOf('Europe/Lisbon', operation, parameters)).toEqual([
			expect.stringMatching(message),
		]);
		expect(await hintsOf('Europe/Madrid', operation, parameters)).toEqual([]);
	});

	it('is not applied to the start that Simplify shows', async () => {
		nock(host).get(path).reply(200, appointment);
		const { items } = await runIn('Asia/Tokyo', 'get', { ...byKey, simplify: true });
		expect(items[0]?.json.start_date).toBe(appointment.start_date);
	});
});
