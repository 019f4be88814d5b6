import type { INodeParameters } from 'n8n-workflow';

import { appointment, byKey, failureOf, host, nock, path, run } from './support';

const list = '/api/v3/appointments/';
const picked = '2026-12-24T10:00:00';
const newYork = 'America/New_York';

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

// Which zone counts, in a real n8n: test/n8n/zones.test.ts.
describe('Reschedule, if no zone is set,', () => {
	it('moves an appointment if its present start has the offset of the workflow', async () => {
		expect(await moved(picked, {}, '2026-07-01T10:00:00-04:00')).toBe(`${picked}-05:00`);
	});

	it.each([
		['2026-07-01T10:00:00+02:00', /New_York \(UTC-04:00\).*in UTC\+02:00$/],
		['2026-07-01T10:00:00', /nothing shows the time zone/],
		[null, /nothing shows the time zone/],
	])('never moves an appointment that starts at %s', async (present, reason) => {
		const failure = await failureOf(moved(picked, { credential: ' ' }, present));
		expect(failure.message).toMatch(reason);
		expect(failure.description).toMatch(/Nothing was changed.*'Service Timezone'/);
	});

	it('needs no zone if the time has an offset', async () => {
		expect(await moved(`${picked}+01:00`, {})).toBe('2026-12-24T04:00:00-05:00');
	});
});

describe('a date filter', () => {
	/** The queries of the lists, and the hints. `starts` are those of the service's appointments. */
	async function listed(filters: INodeParameters, zones: Zones, starts: string[] = []) {
		const queries: string[] = [];
		nock(host)
			.persist()
			.get(list)
			.query(true)
			.reply((uri) => {
				queries.push(decodeURIComponent(uri.split('?')[1] ?? ''));
				const results = starts.map((start_date, key) => ({ appointment_key: key, start_date }));
				return [200, { results }];
			});
		const { parameters, around } = settings(zones);
		const { hints } = await run('appointment:getAll', { filters, ...parameters }, around);
		nock.cleanAll();
		return { queries, hints: hints.map(({ message }) => message) };
	}
	const instant = { startDate: '2026-12-24T09:00:00Z' };
	const berlin = ['2026-07-01T10:00:00+02:00', '2026-12-01T10:00:00+01:00'];

	it.each([{ startDate: picked }, { onDate: '2026-12-24' }, { onDate: '={{ $today }}' }])(
		'without an offset (%j) is sent unchanged, without another request',
		async (filters) => {
			const { queries, hints } = await listed(filters, {});
			expect([queries.length, hints]).toEqual([1, []]);
		},
	);

	it.each<[string, string[], string]>([
		['UTC+2', berlin.slice(0, 1), '11:00'],
		['America/New_York', [], '04:00'],
		['America/New_York', ['2026-07-01T10:00:00'], '04:00'],
	])('that had to be converted to %s shows a hint', async (zone, starts, hour) => {
		const { queries, hints } = await listed(instant, {}, starts);
		expect(queries).toEqual(['', `start_date=2026-12-24T${hour}:00`]);
		expect(hints).toMatchObject([expect.stringContaining(zone)]);
		expect(hints[0]).toContain("'Service Timezone'");
	});

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
