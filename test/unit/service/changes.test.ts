import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { reschedule } from '../../../nodes/AppointmentScheduling/service/appointmentChanges';
import { CanceledError } from '../../../nodes/AppointmentScheduling/service/core/errors';
import type { ServiceClient } from '../../../nodes/AppointmentScheduling/service/http/client';
import { REPETITIONS } from '../../../nodes/AppointmentScheduling/service/http/change';
import { isUncertain } from '../../../nodes/AppointmentScheduling/service/http/refusal';
import {
	answering,
	appointment,
	body,
	breaking,
	canceled,
	changes,
	creation,
	deletion,
	done,
	failing,
	moved,
	newStart,
	newStatus,
	noShow,
	other,
	play,
	registration,
	start,
	update,
	withEmail,
	withoutEmail,
	type Case,
	type Ending,
} from './changing';
import { broken, elapse, json, talkTo, throughWaits } from './support';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const failure = (fields: object) => expect.objectContaining({ name: 'ServiceError', ...fields });
const uncertain = failure({
	uncertain: true,
	remedy: expect.stringMatching(
		/^The change may have been made\. Check the (appointment|list of webhooks) before you repeat it/,
	),
});
const certain = { uncertain: false, remedy: expect.not.stringContaining('may have been made') };
const WAITS = [500, 5_000, 10_000, 20_000];
const CHECKS = 'check check check check';
const ONCE = expect.stringMatching(/^change( check)*$/);

const unclear: Array<[string, Ending]> = [
	...[301, 303, 408, 425, 500, 502, 503, 504, 520].map((status): [string, Ending] => [
		`${status}`,
		failing(status),
	]),
	['503 with Retry-After', failing(503, { 'retry-after': '5' })],
	['a lost response', breaking('ECONNRESET')],
	['a timeout', breaking('ETIMEDOUT')],
	['a web page with 200', answering('<html>Sign in</html>')],
	['200 with a message', answering({ message: 'Accepted' })],
	['202 with another resource', answering({ id: 'job-1', status: 'success' }, 202)],
];
const denials: Array<[string, object]> = [
	['an error', { error: { message: 'Late.' } }],
	['success: "false"', { success: 'false', message: 'Late.' }],
	['ok: false', { ok: false, message: 'Late.' }],
	['a status of "error"', { status: 'error', message: 'Late.' }],
	['a status of "fail"', { status: 'fail', data: { detail: 'Late.' } }],
];

describe.each(changes)('$name', (change) => {
	it.each(unclear)('succeeds after %s if it was made, and is sent once', async (_what, ending) => {
		const { result, sent } = await play(change, [{ ...ending, takesEffect: 0 }]);
		expect([result, sent]).toEqual([change.returned, 'change check']);
	});

	it.each([400, 401, 403, 404, 405, 409, 410, 418, 422, 501])(
		'was not made if refused with %i',
		async (status) => {
			const { result, sent } = await play(change, [failing(status)]);
			expect([result, sent]).toEqual([failure({ status, ...certain }), 'change']);
		},
	);

	it.each(denials)('is checked once if a response of 2xx reports %s', async (_what, answer) => {
		const { result, sent, waits } = await play(change, [answering(answer)]);
		const message = expect.stringMatching(
			/^The service responded with 200, but reports: .*Late\.$/,
		);
		expect([result, sent]).toEqual([failure({ message, ...certain }), 'change check']);
		expect(waits).toEqual([500]);
		const made = await play(change, [{ ...answering(answer), takesEffect: 0 }]);
		expect([made.result, made.sent]).toEqual([change.returned, 'change check']);
	});

	it('may have been made if it was denied and the check fails', async () => {
		const checks = [() => json({}, 404)];
		expect((await play(change, [answering({ success: false })], { checks })).result).toEqual(
			uncertain,
		);
	});

	it.each([
		['429', failing(429)],
		['a refused connection', breaking('ECONNREFUSED')],
	])('is sent again after %s, without a check', async (_what, ending) => {
		expect((await play(change, [ending, ending, done])).sent).toMatch(/^change change change/);
	});

	it.each([
		['refused', { checks: WAITS.map(() => () => json({}, 401)) }],
		['not found', { checks: WAITS.map(() => () => json({}, 404)) }],
		['unavailable', { checks: WAITS.map(() => () => json({}, 503)) }],
		['unreadable', { checks: WAITS.map(() => () => json('<html>')) }],
		['of another appointment', { checks: WAITS.map(() => () => json({ appointment_key: 'x' })) }],
		['impossible, because there is no time', { budgetMs: 50 }],
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

it('Retry-After delays the first check also while the service handles other requests', async () => {
	const { client, times } = talkTo(async ({ url, method }) => {
		if (url.endsWith('/slow/')) await elapse(9_000);
		return method === 'GET' ? json(noShow) : json('', 503, { 'retry-after': '5' });
	});
	const other = client.request({ method: 'GET', path: '/slow/' });
	await throughWaits(Promise.all([other, newStatus.make(client)]));
	expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(5_000);
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
		expect(result).toHaveProperty('remedy', expect.stringContaining('sent the request 2 times'));
	});

	it('may have been made if the second request is refused', async () => {
		const { result, sent } = await play(change, [failing(502), failing(409)]);
		expect([result, sent]).toEqual([uncertain, `change ${CHECKS} change`]);
	});

	it.each([0, 1, 2, 3])('is not sent again if check %i fails', async (failed) => {
		const fine = () => json(change.before);
		const checks = WAITS.map((_ms, index) => (index === failed ? () => json({}, 503) : fine));
		expect(await play(change, [failing(502)], { checks })).toMatchObject({
			result: uncertain,
			sent: `change ${CHECKS}`,
		});
	});

	it('is sent again if the service was restarted meanwhile', async () => {
		const checks = [
			() => {
				throw broken('ECONNREFUSED');
			},
		];
		const { sent } = await play(change, [breaking('ECONNRESET'), done], { checks });
		expect(sent).toBe(`change ${CHECKS} change`);
	});
});

describe.each([newStatus, newStart, withoutEmail])('$name', (change) => {
	it.each([
		['another status', { ...appointment, status: 'ATTENDED' }],
		['another start', { ...appointment, start_date: '2026-02-02T10:00:00Z' }],
		['no status and no start', { appointment_key: 'c0ffee00', search_code: 'AP-1' }],
	])('is not sent again if a later check shows %s', async (_what, later) => {
		const checks = [appointment, appointment, appointment, later].map((at) => () => json(at));
		const { result, sent } = await play(change, [failing(502)], { checks });
		expect([result, sent]).toEqual([uncertain, `change ${CHECKS}`]);
	});
});

it.each([newStatus, newStart])(
	'$name is not sent again to an appointment that is canceled',
	async (change) => {
		const { result, sent } = await play({ ...change, before: canceled }, [failing(502)]);
		expect([result, sent]).toEqual([uncertain, `change ${CHECKS}`]);
	},
);

it("the trigger's own webhook is registered again after the first check", async () => {
	const { result, sent } = await play(registration, [failing(500), done]);
	expect(sent).toMatch(/^change check change/);
	expect(result).toEqual(registration.returned);
});

describe('a response that shows the change', () => {
	it.each<[string, Case, unknown]>([
		['the key in capitals', newStatus, { ...noShow, appointment_key: 'C0FFEE00' }],
		['the status in small letters', newStatus, { status: 'no_show' }],
		['no error', newStatus, { ...noShow, error: null, errors: [], success: true }],
		['nothing but braces', newStatus, {}],
		['a wrapped appointment', newStatus, { status: 'success', data: noShow }],
		['another key', newStart, { ...moved, appointment_key: 'new' }],
		['the start to the minute', newStart, { start_date: '2026-05-01T08:00:42Z' }],
		['a canceled appointment', withEmail, canceled],
		['the webhook', update, { webhook: { id: 'c0ffee00', ...body } }],
		['the deleted webhook', deletion, { uuid: 'c0ffee00', ...body }],
		['the webhook without its key', creation, body],
	])('has %s', async (_what, change, answer) => {
		expect((await play(change, [{ ...answering(answer), takesEffect: 0 }])).sent).toBe('change');
	});

	it.each<[string, Case, unknown]>([
		['another appointment', newStatus, { ...noShow, appointment_key: 'x' }],
		['another status', newStatus, appointment],
		['a status of the response', newStatus, { status: 'success' }],
		['a cancellation under another key', withEmail, { ...canceled, appointment_key: 'x' }],
		['an appointment that is not canceled', withEmail, appointment],
		['another webhook', update, { id: 'x', ...body }],
		['other events', update, { id: 'c0ffee00', url: body.url, events: ['x'] }],
		['a limit', creation, { detail: 'Limit of webhooks reached' }],
		['an empty body for a new webhook', creation, undefined],
	])('does not have %s', async (_what, change, answer) => {
		const { result, sent } = await play(change, [{ ...answering(answer), takesEffect: 0 }]);
		expect([result, sent]).toEqual([change.returned, 'change check']);
	});
});

describe('after a response of 2xx', () => {
	it('reads may lag by three seconds', async () => {
		const ending = { ...answering({ message: 'Accepted' }), takesEffect: 3_000 };
		expect(await play(newStart, [ending])).toMatchObject({
			result: moved,
			sent: 'change check check',
		});
	});

	it('another start is final once two checks confirm it', async () => {
		const elsewhere = { ...appointment, start_date: '2026-05-01T08:15:00Z' };
		const change = { ...newStart, before: elsewhere };
		const { result, sent } = await play(change, [answering(elsewhere)]);
		const message = `The service responded with 200, but moved the appointment to 2026-05-01T08:15:00Z instead of ${start}`;
		expect([result, sent]).toEqual([failure({ message, ...certain }), 'change check check']);
	});

	it('the former start is no other one: the response and the checks may be behind', async () => {
		const make: Case['make'] = async (client) =>
			await reschedule(client, 'c0ffee00', start, undefined, appointment.start_date);
		const behind = { ...answering(appointment), takesEffect: 8_000 };
		expect(await play({ ...newStart, make }, [behind])).toMatchObject({
			result: moved,
			sent: 'change check check check',
		});
	});

	it.each([404, 410])('what is gone (%i) is canceled or deleted', async (status) => {
		const checks = [() => json({}, status)];
		for (const change of [withEmail, withoutEmail, deletion]) {
			const { result, sent } = await play(change, [answering({ message: 'ok' })], { checks });
			expect([result, sent]).toEqual([undefined, 'change check']);
		}
	});
});

describe('a service with local times', () => {
	const local = (start_date: string) => ({ ...moved, start_date });
	const make = async (client: ServiceClient) =>
		await reschedule(client, 'c0ffee00', start, 'Europe/Madrid');

	it('shows the new start in the time zone of the account', async () => {
		const after = local('2026-05-01 10:00');
		const { result, sent } = await play({ ...newStart, make, after }, [
			{ ...failing(502), takesEffect: 0 },
		]);
		expect([result, sent]).toEqual([after, 'change check']);
	});

	it('gets the change once if no time zone is set', async () => {
		const same = local('2026-05-01T10:00:00');
		const change = { ...newStart, before: same, after: same };
		const { result, sent } = await play(change, [failing(502)]);
		expect([result, sent]).toEqual([uncertain, `change ${CHECKS}`]);
	});
});

it.each([
	['under its key in capitals', [other, { webhook_key: 'C0FFEE00', ...body }], ''],
	['without a key', [body], 'The service lists webhooks without a key'],
])('a webhook is not reported as deleted while it is listed %s', async (_what, before, reason) => {
	const { result } = await play({ ...deletion, before }, [answering('OK')]);
	expect(result).toEqual(uncertain);
	expect(result).toHaveProperty('remedy', expect.stringContaining(reason));
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
