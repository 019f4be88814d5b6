import { CanceledError } from '../../../nodes/AppointmentScheduling/service/core/errors';
import {
	answering,
	appointment,
	breaking,
	canceled,
	certain,
	changes,
	CHECKS,
	done,
	failing,
	failure,
	newStart,
	newStatus,
	noShow,
	notShown,
	other,
	body,
	creation,
	play,
	registration,
	uncertain,
	withEmail,
	type Ending,
} from './changing';
import type { ServiceAnswer } from '../../../nodes/AppointmentScheduling/service/http/response';
import { broken, json } from './support';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const WAITS = [500, 5_000, 10_000, 20_000];
const ONCE = expect.stringMatching(/^change( check)*$/);

const refusing = () => {
	throw broken('ECONNREFUSED');
};
const unclear: Array<[string, Ending]> = [
	['303', failing(303)],
	['500', failing(500)],
	['503 with Retry-After', failing(503, { 'retry-after': '5' })],
	['a lost response', breaking('ECONNRESET')],
	['a timeout', breaking('ETIMEDOUT')],
	['a web page with 200', answering('<html>Sign in</html>')],
	['200 with a message', answering({ message: 'Accepted' })],
	['202 with another resource', answering({ id: 'job-1', status: 'success' }, 202)],
];
describe.each(changes)('$name', (change) => {
	it.each(unclear)('succeeds after %s if it was made, and is sent once', async (_what, ending) => {
		const { result, sent } = await play(change, [{ ...ending, takesEffect: 0 }]);
		expect([result, sent]).toEqual([change.returned, 'change check']);
	});

	it.each([404, 409, 501])('was not made if refused with %i', async (status) => {
		const { result, sent } = await play(change, [failing(status)]);
		expect([result, sent]).toEqual([failure({ status, ...certain }), 'change']);
	});

	it('is checked once if a response of 2xx reports an error', async () => {
		const answer = { error: { message: 'Late.' } };
		const { result, sent, waits } = await play(change, [answering(answer)]);
		const message = expect.stringMatching(
			/^The service responded with 200, but reports an error: .*Late\.$/,
		);
		expect([result, sent]).toEqual([failure({ message, ...certain }), 'change check']);
		expect(waits).toEqual([500]);
		const made = await play(change, [{ ...answering(answer), takesEffect: 0 }]);
		expect([made.result, made.sent]).toEqual([change.returned, 'change check']);
	});

	it.each([
		['429', failing(429)],
		['403 with Retry-After', failing(403, { 'retry-after': '2' })],
		['a refused connection', breaking('ECONNREFUSED')],
	])('is sent again after %s, without a check', async (_what, ending) => {
		expect((await play(change, [ending, ending, done])).sent).toMatch(/^change change change/);
	});

	it('fails after 429s that do not end, and was not made', async () => {
		const { result, sent } = await play(change, [failing(429)], { maxRetries: 2 });
		expect(result).toEqual(failure({ status: 429, ...certain }));
		expect(sent).toMatch(/^change change change( change)*$/);
	});

	it.each([
		['not found', { checks: WAITS.map(() => () => json({}, 404)) }],
		['of another appointment', { checks: WAITS.map(() => () => json({ appointment_key: 'x' })) }],
		['impossible, because there is no time', { budgetMs: 50 }],
		['impossible, because the service is down', { checks: WAITS.map(() => refusing) }],
	])('may have been made if the check is %s, and is sent once', async (_what, settings) => {
		const { result, sent } = await play(change, [failing(503)], settings);
		expect([result, sent]).toEqual([uncertain, ONCE]);
	});

	it('ends when the execution is canceled before the check', async () => {
		const abort = new AbortController();
		setTimeout(() => abort.abort(), 50);
		const { result, sent } = await play(change, [failing(504)], { signal: abort.signal });
		expect([result, sent]).toEqual([expect.any(CanceledError), 'change']);
	});

	it('is never sent again after a response of 2xx', async () => {
		if (change === registration) return;
		const { result, sent } = await play(change, [answering({ message: 'Done' })]);
		expect([result, sent]).toEqual([change.harmsTwice ? uncertain : notShown, `change ${CHECKS}`]);
		expect(result).toHaveProperty('message', expect.stringContaining('does not show the change'));
	});
});

const longChecked = changes.filter((change) => change !== registration);

describe.each(longChecked)('$name', (change) => {
	it.each([400, 4_000, 12_000, 30_000])(
		'is sent once if it takes effect %i ms later',
		async (ms) => {
			const { result, sent } = await play(change, [{ ...failing(504), takesEffect: ms }]);
			expect([result, sent]).toEqual([change.returned, ONCE]);
		},
	);
});

it.each([
	['5', 5_000],
	['200', 60_000],
	['3600', 60_000],
])('Retry-After: %s delays only the first check, by %i ms', async (header, delay) => {
	const { waits } = await play(withEmail, [failing(503, { 'retry-after': header })]);
	expect(waits).toEqual([delay, ...WAITS.slice(1)]);
});

it('a check is one request of at most ten seconds', async () => {
	const hanging = WAITS.map(() => async () => await new Promise<never>(() => {}));
	expect(await play(newStatus, [failing(502)], { checks: hanging })).toMatchObject({
		result: uncertain,
		sent: `change ${CHECKS}`,
		waits: [500, 15_000, 20_000, 30_000],
	});
	const busy = WAITS.map(() => () => json({}, 503));
	expect((await play(newStatus, [failing(502)], { checks: busy })).waits).toEqual(WAITS);
});

describe.each(longChecked)('$name', (change) => {
	it('is sent once, and checked four times, if it never shows', async () => {
		const { result, sent, waits } = await play(change, [failing(502)]);
		expect([result, sent]).toEqual([change.harmsTwice ? uncertain : notShown, `change ${CHECKS}`]);
		expect(waits).toEqual(WAITS);
	});

	it.each([
		['504', failing(504)],
		['524', failing(524)],
		['a timeout', breaking('ETIMEDOUT')],
		['a lost connection', breaking('ECONNRESET')],
	])('may have been made after %s, whatever the checks show', async (_what, ending) => {
		const { result, sent } = await play(change, [ending]);
		expect([result, sent]).toEqual([uncertain, `change ${CHECKS}`]);
	});
});

const down = () => json({}, 503);
const kept = (fields: object) => () => json(fields, 200, { age: '3' });
const shows = (fields: object) => () => json(fields);
it.each<[string, Array<() => ServiceAnswer>, object]>([
	[
		'two checks of four, the last one among them, are answered',
		[down, down, shows(appointment)],
		notShown,
	],
	['only the last check is answered', [down, down, down], uncertain],
	[
		'the last check fails',
		[shows(appointment), shows(appointment), shows(appointment), down],
		uncertain,
	],
	['a check shows another status', [shows({ ...appointment, status: 'ATTENDED' })], uncertain],
	['a check shows another start', [shows({ ...appointment, start_date: '2026-02-02' })], uncertain],
	['the responses were kept on the way', WAITS.map(() => kept(appointment)), uncertain],
	['the appointment is canceled', WAITS.map(() => shows(canceled)), notShown],
	['it shows, but the response was kept on the way', WAITS.map(() => kept(noShow)), uncertain],
	['it shows after failed checks', [down, down, down, shows(noShow)], noShow],
])('a change is reported as it is: %s', async (_what, checks, expected) => {
	const { result, sent } = await play(newStatus, [failing(502)], { checks });
	expect([result, sent]).toEqual([expected, `change ${CHECKS}`]);
});

it('says how long the service has not shown the change', async () => {
	const { result } = await play(newStart, [failing(502)]);
	expect(result).toMatchObject({
		message: expect.stringContaining('(502)'),
		advice:
			'The service does not show the change 36 s later. The item can be run again. Try again later',
	});
});

it("the trigger's own webhook is registered again after the first check without it", async () => {
	const { result, sent } = await play(registration, [failing(500), done]);
	expect(sent).toMatch(/^change check change/);
	expect(result).toEqual(registration.returned);
	const slow = { takesEffect: 3_000, answer: () => json('', 504) };
	expect((await play(registration, [failing(500), slow])).result).toEqual(registration.returned);
	const never = await play(registration, [failing(500)]);
	expect(never.sent).toBe(`change check change ${CHECKS}`);
});

it('a webhook that existed before proves nothing', async () => {
	const before = [other, { key: 'former', ...body }];
	const lost = await play({ ...creation, before, after: before }, [
		{ ...failing(502), takesEffect: 0 },
	]);
	expect([lost.result, lost.sent]).toEqual([uncertain, `change ${CHECKS}`]);
	const again = { key: 'former', ...body };
	expect((await play({ ...creation, before, after: before }, [answering(again)])).result).toEqual(
		uncertain,
	);
	// Also if the list has the length of a page.
	const others = Array.from({ length: 10 }, (_, id) => ({ ...other, webhook_key: `other-${id}` }));
	for (const rest of [before, others]) {
		const after = [...rest, { key: 'new', ...body }];
		const made = await play({ ...creation, before: rest, after }, [
			{ ...failing(502), takesEffect: 0 },
		]);
		expect([made.result, made.sent]).toEqual([
			after.at(-1),
			expect.stringMatching(/^change( check)+$/),
		]);
	}
});

it('a key in a response of 201 proves a webhook that was created', async () => {
	const created = { id: 7 };
	expect((await play(creation, [answering(created, 201)])).result).toEqual(created);
	expect((await play(creation, [answering(created, 200)])).sent).toBe(`change ${CHECKS}`);
});
