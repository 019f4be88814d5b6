import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CanceledError } from '../../../nodes/AppointmentScheduling/service/core/errors';
import { REPETITIONS } from '../../../nodes/AppointmentScheduling/service/http/change';
import { isUncertain } from '../../../nodes/AppointmentScheduling/service/http/refusal';
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
	play,
	registration,
	uncertain,
	withEmail,
	type Ending,
} from './changing';
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
		['a refused connection', breaking('ECONNREFUSED')],
	])('is sent again after %s, without a check', async (_what, ending) => {
		expect((await play(change, [ending, ending, done])).sent).toMatch(/^change change change/);
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
		const { result, sent } = await play(change, [answering({ message: 'Done' })]);
		expect([result, sent]).toEqual([uncertain, ONCE]);
		expect(result).toHaveProperty('message', expect.stringContaining('does not show the change'));
	});
});

const ofKind = (kind: string) => changes.filter(({ name }) => REPETITIONS[name] === kind);
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
	expect(await play(newStatus, [failing(504)], { checks: hanging })).toMatchObject({
		sent: `change ${CHECKS}`,
		waits: [500, 15_000, 20_000, 30_000],
	});
	const busy = WAITS.map(() => () => json({}, 503));
	expect((await play(newStatus, [failing(504)], { checks: busy })).waits).toEqual(WAITS);
});

describe.each(ofKind('never'))('$name', (change) => {
	it('may have been made after the last check, and is sent once', async () => {
		const { result, sent, waits } = await play(change, [failing(504)]);
		expect([result, sent]).toEqual([uncertain, `change ${CHECKS}`]);
		expect(waits).toEqual(WAITS);
	});
});

describe.each(ofKind('afterChecks'))('$name', (change) => {
	it('is sent once more, after the last check', async () => {
		expect((await play(change, [failing(502), done])).sent).toBe(`change ${CHECKS} change`);
		const { result, sent } = await play(change, [failing(502)]);
		expect([result, sent]).toEqual([uncertain, `change ${CHECKS} change ${CHECKS}`]);
		expect(result).toHaveProperty('advice', expect.stringContaining('sent the request 2 times'));
	});

	it('may have been made if the second request is refused', async () => {
		const { result, sent } = await play(change, [failing(502), failing(409)]);
		expect([result, sent]).toEqual([uncertain, `change ${CHECKS} change`]);
	});

	it.each([0, 3])('is not sent again if check %i fails', async (failed) => {
		const fine = () => json(change.before);
		const checks = WAITS.map((_ms, index) => (index === failed ? () => json({}, 503) : fine));
		expect(await play(change, [failing(502)], { checks })).toMatchObject({
			result: uncertain,
			sent: `change ${CHECKS}`,
		});
	});

	it('is sent again if the service was restarted meanwhile', async () => {
		const endings = [breaking('ECONNRESET'), done];
		const { sent } = await play(change, endings, { checks: [refusing] });
		expect(sent).toBe(`change ${CHECKS} change`);
	});
});

it.each<[string, object, object]>([
	['a later check shows another status', appointment, { ...appointment, status: 'ATTENDED' }],
	['a later check shows another start', appointment, { ...appointment, start_date: '2026-02-02' }],
	['a later check shows no status', appointment, { search_code: 'AP-1' }],
	['it is canceled', canceled, canceled],
])('an appointment is not changed again if %s', async (_what, before, later) => {
	const checks = [before, before, before, later].map((at) => () => json(at));
	for (const change of [newStatus, newStart]) {
		const { result, sent } = await play(change, [failing(502)], { checks });
		expect([result, sent]).toEqual([uncertain, `change ${CHECKS}`]);
	}
});

it("the trigger's own webhook is registered again after the first check", async () => {
	const { result, sent } = await play(registration, [failing(500), done]);
	expect(sent).toMatch(/^change check change/);
	expect(result).toEqual(registration.returned);
});

it.each(['ECONNRESET', 'ETIMEDOUT'])('a check that ends with %s shows nothing', async (code) => {
	const lost = () => {
		throw broken(code);
	};
	const { result, sent } = await play(newStatus, [failing(504), answering(noShow)], {
		checks: [lost, lost, lost, () => json(appointment)],
	});
	expect(sent).toBe('change check check check check');
	expect(result).toMatchObject({
		uncertain: true,
		advice: expect.stringContaining('The check failed'),
	});
});

it('Retry-After only delays the first check of an unclear change', async () => {
	const endings = [failing(503, { 'retry-after': '3600' }), answering(noShow)];
	expect(await play(newStatus, endings)).toMatchObject({
		result: noShow,
		sent: 'change check check check check change',
	});
});

it("the second registration of the trigger's webhook is checked as long as any change", async () => {
	const slow = { takesEffect: 3_000, answer: () => json('', 504) };
	expect((await play(registration, [failing(500), slow])).result).toEqual(registration.returned);
});

describe('the tables in docs/reference.md', () => {
	const page = readFileSync(join(__dirname, '../../../docs/reference.md'), 'utf8');
	const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
	const cellBeside = (first: string) => rows.find(([, cell]) => cell?.startsWith(first))?.[2];

	it('say which changes are sent again', () => {
		const named = (wanted: string) =>
			Object.entries(REPETITIONS).flatMap(([name, how]) => (how === wanted ? [name] : []));
		const listed = (again: string) => cellBeside(again)?.split(', ').sort();
		expect(listed('Once, after the last check')).toEqual(named('afterChecks').sort());
		expect(listed('Never')).toEqual(named('never').sort());
		expect(listed('Once, after the first check')).toEqual(named('afterFirstCheck'));
	});

	it('say which responses prove that nothing was done', () => {
		const attempts = rows.flatMap(([, cell = '', change = '']) =>
			change.startsWith('Was not made. After 429') ? [cell] : [],
		);
		const [first = 0, last = 0, ...others] = attempts.join().match(/\d+/g)!.map(Number);
		const excepted = others.slice(0, -1);
		for (let status = 300; status < 600; status += 1) {
			const isIn = status >= first && status <= last && !excepted.includes(status);
			expect([status, isUncertain(status)]).toEqual([status, !isIn && status !== others.at(-1)]);
		}
	});
});
