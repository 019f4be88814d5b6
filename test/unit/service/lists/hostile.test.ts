import fc from 'fast-check';

import { listAppointments } from '../../../../nodes/AppointmentScheduling/service/appointments';
import { ServiceError } from '../../../../nodes/AppointmentScheduling/service/core/errors';
import type { Dialect } from '../../../stand-in/dialects';
import { failureOf, json, talkTo } from '../support';
import { listOf, read, rowsOf, written } from './lists';

it.each<Pick<Dialect, 'pagination' | 'trap'>>([
	{ pagination: 'pages', trap: 'loop' },
	{ pagination: 'cursor', trap: 'loop' },
	{ pagination: 'pages', trap: 'ignored' },
	{ pagination: 'cursor', trap: 'ignored' },
])('a list in $pagination with the trap $trap ends soon, open', async (manner) => {
	const talk = listOf(() => rowsOf(18), { ...manner, pageSize: 5 });
	expect((await read(talk)).incomplete).toMatch(/20 pages without a new entry|has more entries/);
	expect(talk.requests.length).toBeLessThanOrEqual(26);
});

it.each([
	...[{ success: 0 }, { success: false }, { ok: false }, { hasError: true }, { status: 503 }],
	...[{ statusCode: '401' }, { code: 500 }, { code: '429' }, { status: 'error' }],
])('an empty list beside %j is refused', async (fields) => {
	for (const body of [{ results: [], ...fields }, { data: null, ...fields }, fields]) {
		const failure = await failureOf(read(talkTo(() => json(body))));
		expect(failure.message).toContain('reports an error');
	}
});

it.each([
	...[{ success: 1 }, { success: true }, { hasError: false }, { status: 200 }, { status: 404 }],
	...[{ code: 0 }, { code: 1400 }, { code: 600 }, { meta: { code: 500 } }],
])('an empty list beside %j is empty', async (fields) => {
	expect(await read(talkTo(() => json({ results: [], ...fields })))).toEqual({ elements: [] });
});

it('a list with entries beside a code is a list', async () => {
	const body = { results: rowsOf(3), code: 500, success: 0 };
	expect(await read(talkTo(() => json(body)))).toEqual({ elements: rowsOf(3) });
});

it('a list that has ten others for any days ends after a thousand parts', async () => {
	const talk = talkTo(({ url }) => {
		const query = new URL(url).searchParams;
		const since = query.get('start_date') ?? '1990-01-01';
		const until = query.get('end_date') ?? '2090-01-01';
		const middle = (Date.parse(`${since}Z`) + Date.parse(`${until}Z`)) / 2;
		const start_date = new Date(middle).toISOString();
		const keyOf = (index: number) => `${since} ${until} ${index}`;
		return json(rowsOf(10).map((_row, nth) => ({ appointment_key: keyOf(nth), start_date })));
	});
	const { incomplete } = await listAppointments(talk.client, {}, Infinity);
	expect(incomplete).toContain('exactly 10 entries');
	expect(talk.requests.length).toBeLessThan(1_100);
});

it('reports the error beside a list, without the token', async () => {
	const body = { results: [], error: 'The calendar is locked' };
	const talk = talkTo(() => json(body), { accessToken: 'calendar' });
	expect((await failureOf(read(talk))).message).toContain('reports an error: The ••• is locked');
});

it('a list answered with 204 is empty', async () => {
	expect(await read(talkTo(() => json('', 204)))).toEqual({ elements: [] });
});

it('a list of 150,000 in one response does not overflow the stack', async () => {
	expect((await read(written({ results: rowsOf(150_000) }))).elements).toHaveLength(150_000);
});

it('whatever JSON a service responds with, reading it ends soon, with a list or a ServiceError', async () => {
	const names = fc.constantFrom(
		...['results', 'data', 'items', 'count', 'total', 'next', 'next_page', 'next_cursor', 'links'],
		...['meta', 'page', 'pages', 'offset', 'limit', 'has_more', 'last', 'pagination', 'paging'],
		...['number', 'size', 'totalPages', 'remaining', 'after', 'endCursor', 'pageInfo', 'rel'],
		...['href', 'cursor', 'current', 'error'],
	);
	const own = { maxKeys: 6, noNullPrototype: true };
	const value = fc.letrec<{ node: unknown }>((tie) => ({
		node: fc.oneof(
			{ maxDepth: 3, withCrossShrink: true },
			fc.constantFrom<unknown>(null, true, false, '', '?page=2', '?page=1', 'c', '/x', 0, 1, 2, 20),
			fc.dictionary(names, tie('node'), own),
			fc.array(tie('node'), { maxLength: 3 }),
		),
	})).node;
	const row = fc.constantFrom('a', 'b', 'c', 'd').map((appointment_key) => ({ appointment_key }));
	const body = fc
		.tuple(fc.dictionary(names, value, own), fc.option(fc.array(row, { maxLength: 3 })))
		.map(([around, results]) => (results ? { ...around, results } : around));
	await fc.assert(
		fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 4 }), async (bodies) => {
			const talk = talkTo((_request, count) => json(bodies[count % bodies.length]), {
				maxRetries: 0,
			});
			const outcome = await read(talk).catch((error: unknown) => error);
			if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ServiceError);
			expect(talk.requests.length).toBeLessThan(150);
		}),
		{ numRuns: 700 },
	);
});
