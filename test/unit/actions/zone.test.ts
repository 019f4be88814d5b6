import type { INodeParameters } from 'n8n-workflow';

import { byKey, failureOf, host, nock, numbered, run } from './support';

const list = '/api/v3/appointments/';
const picked = '2026-12-24T10:00:00';
const newYork = 'America/New_York';

interface Zones {
	option?: string;
	credential?: string;
	workflow?: string;
	answer?: object;
}

/** Moves an appointment; the start that was sent, and the hints of the run. */
async function moved(startDate: string, { option, credential, workflow, answer }: Zones) {
	const sent: unknown[] = [];
	nock(host)
		.persist()
		.patch(/reschedule/)
		.reply((_uri, body) => {
			sent.push((body as { start_date: string }).start_date);
			return [200, answer ?? (body as object)];
		});
	const options: INodeParameters = option === undefined ? {} : { timezone: option };
	const { hints } = await run(
		'appointment:reschedule',
		{ ...byKey, startDate, options },
		{
			timezone: workflow ?? newYork,
			...(credential !== undefined && { credentials: { timezone: credential } }),
			items: numbered(2),
		},
	);
	nock.cleanAll();
	return { sent: sent[0], hints: hints.map(({ message }) => message) };
}

it.each<[Zones, string]>([
	[{}, '-05:00'],
	[{ credential: '' }, '-05:00'],
	[{ credential: ' ' }, '-05:00'],
	[{ credential: 'Europe/Madrid' }, '+01:00'],
	[{ credential: 'Europe/Madrid', option: '' }, '+01:00'],
	[{ credential: 'Europe/Madrid', option: 'Asia/Tokyo' }, '+09:00'],
	[{ option: 'Asia/Tokyo' }, '+09:00'],
	[{ option: 'Asia/Tokyo', credential: 'nonsense' }, '+09:00'],
])('a time without an offset is read, with %j, in the zone with %s', async (zones, offset) => {
	expect((await moved(picked, zones)).sent).toBe(`${picked}${offset}`);
});

it.each([
	[{ option: 'Madrid' }, '\'Timezone\': "Madrid" is not a time zone', 'Europe/Madrid'],
	[{ credential: 'CETT' }, '\'Service Timezone\': "CETT" is not a time zone', 'in the credential'],
])('%j is refused before anything is sent', async (zones, message, remedy) => {
	const failure = await failureOf(moved(picked, zones).finally(() => nock.cleanAll()));
	expect(failure.message).toBe(message);
	expect(failure.description).toContain(remedy);
});

describe('the hint that the service is in another zone', () => {
	const answer = { start_date: '2026-12-24T16:00:00+01:00' };
	const inParis = { start_date: '2026-12-24T10:00:00+01:00' };

	it('names both offsets and what to do, once for all items', async () => {
		const { hints } = await moved(picked, { answer });
		expect(hints).toHaveLength(1);
		for (const words of [newYork, 'UTC-05:00', 'UTC+01:00', "'Service Timezone'", "'Timezone'"]) {
			expect(hints[0]).toContain(words);
		}
	});

	it.each<[string, string, Zones]>([
		['a zone is set in the credential', picked, { credential: newYork, answer }],
		['a zone is set in the options', picked, { option: newYork, answer }],
		['the time has an offset', `${picked}-05:00`, { answer }],
		['the offsets are the same', picked, { workflow: 'Europe/Paris', answer: inParis }],
		['the service returns no offset', picked, { answer: { start_date: picked } }],
		['the service returns no start', picked, { answer: { ok: true } }],
	])('is left out where %s', async (_why, startDate, zones) => {
		expect((await moved(startDate, zones)).hints).toEqual([]);
	});

	it.each([
		['={{ $now }}', 1],
		['2026-12-24T10:00:00Z', 1],
		[picked, 0],
	])('follows a filter of %s', async (startDate, count) => {
		nock(host)
			.get(list)
			.query(true)
			.reply(200, { results: [answer] });
		const { hints } = await run(
			'appointment:getAll',
			{ filters: { startDate } },
			{ timezone: newYork },
		);
		expect(hints).toHaveLength(count);
	});
});

it.each([
	['={{ $today }}', newYork, 'Asia/Tokyo'],
	['={{ $today }}', 'Asia/Tokyo', newYork],
	['={{ $today.toISO() }}', 'UTC', newYork],
])('On Date %s of a workflow in %s is that day in %s too', async (onDate, timezone, zone) => {
	const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date());
	nock(host)
		.get(list)
		.query({ start_date: `${day}T00:00:00`, end_date: `${day}T23:59:59` })
		.reply(200, { results: [] });
	const credentials = { timezone: zone };
	const { items } = await run(
		'appointment:getAll',
		{ filters: { onDate } },
		{ timezone, credentials },
	);
	expect(items).toEqual([]);
});
