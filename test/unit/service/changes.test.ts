import type { IDataObject } from 'n8n-workflow';

import { reschedule } from '../../../nodes/AppointmentScheduling/service/appointments';
import { CanceledError } from '../../../nodes/AppointmentScheduling/service/errors';
import type { ServiceClient } from '../../../nodes/AppointmentScheduling/service/http/client';
import {
	appointment,
	body,
	changes,
	deletion,
	moved,
	newStart,
	newStatus,
	noShow,
	other,
	play,
	withEmail,
	withoutEmail,
	type Ending,
} from './changing';
import { broken, json } from './support';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const failing = (status: number, headers: IDataObject = {}): Ending => ({
	answer: () => json({ detail: 'No.' }, status, headers),
});
const breaking = (code: string): Ending => ({
	answer: () => {
		throw broken(code);
	},
});
const answering = (answer: unknown): Ending => ({ answer: () => json(answer) });
const done: Ending = { takesEffect: 0, answer: () => json({}, 204) };

const failure = (fields: object) => expect.objectContaining({ name: 'ServiceError', ...fields });
const uncertain = failure({
	uncertain: true,
	remedy: expect.stringMatching(
		/^The change may have been made\. Check the (appointment|list of webhooks) before you repeat it/,
	),
});
const ONCE = expect.stringMatching(/^change( check)*$/);
const certain = { uncertain: false, remedy: expect.not.stringContaining('may have been made') };

const unclear: Array<[string, Ending]> = [
	...[408, 500, 502, 503, 504, 520].map((status): [string, Ending] => [
		`${status}`,
		failing(status),
	]),
	['a lost response', breaking('ECONNRESET')],
	['a timeout', breaking('ETIMEDOUT')],
	['a web page with 200', answering('<html>Sign in</html>')],
	['a denial with 200', answering({ error: { message: 'Too late.' } })],
];

describe.each(changes)('$what', (change) => {
	it.each(unclear)('succeeds after %s if it was made, and was sent once', async (_what, ending) => {
		const { result, sent } = await play(change, [{ ...ending, takesEffect: 0 }]);
		expect([result, sent]).toEqual([change.returned, 'change check']);
	});

	it.each([
		['refused', { check: () => json({}, 401) }],
		['not found', { check: () => json({}, 404) }],
		['unavailable', { check: () => json({}, 503), maxRetries: 1 }],
		['unreadable', { check: () => json('<html>', 200) }],
		['impossible, because there is no time', { budgetMs: 50 }],
	])('may have been made if the check is %s, and was sent once', async (_what, settings) => {
		const { result, sent } = await play(change, [failing(503)], settings);
		expect([result, sent]).toEqual([uncertain, ONCE]);
	});

	it.each([400, 401, 403, 404, 409, 410, 422])(
		'was not made if refused with %i',
		async (status) => {
			const { result, sent } = await play(change, [failing(status)]);
			expect([result, sent]).toEqual([failure({ status, ...certain }), 'change']);
		},
	);

	it('was not made if the service denies it with 200', async () => {
		const { result, sent } = await play(change, [answering({ success: false, message: 'Late.' })]);
		const message = 'The service responded with 200, but reports: Late.';
		expect([result, sent]).toEqual([failure({ message, ...certain }), 'change check']);
	});

	it.each([
		['429', failing(429)],
		['503 with Retry-After', failing(503, { 'retry-after': '3' })],
		['a refused connection', breaking('ECONNREFUSED')],
	])('is sent again after %s, without a check', async (_what, ending) => {
		expect((await play(change, [ending, ending, done])).sent).toBe('change change change');
	});

	it('ends when the execution is canceled before the check', async () => {
		const abort = new AbortController();
		setTimeout(() => abort.abort(), 50);
		const { result, sent } = await play(change, [failing(504)], { signal: abort.signal });
		expect([result, sent]).toEqual([expect.any(CanceledError), 'change']);
	});
});

describe.each(changes.filter(({ repeats }) => repeats))('$what', (change) => {
	it('is sent again if it was not made', async () => {
		expect((await play(change, [failing(502), done])).sent).toBe('change check change');
	});

	it('may have been made after as many retries as are set', async () => {
		const { result, sent } = await play(change, [failing(500)], { maxRetries: 2 });
		expect([result, sent]).toEqual([uncertain, 'change check change check change check']);
		expect(result).toHaveProperty('remedy', expect.stringContaining('sent the request 3 times'));
	});

	it('succeeds if only the retry is refused, because the first request was late', async () => {
		const late = { ...failing(504), takesEffect: 260 };
		expect((await play(change, [late, failing(409)])).result).toEqual(change.returned);
	});
});

describe.each(changes.filter(({ repeats }) => !repeats))('$what', (change) => {
	it.each([400, 4_000, 12_000, 30_000])(
		'is sent once if it takes effect %i ms later',
		async (ms) => {
			const { result, sent } = await play(change, [{ ...failing(504), takesEffect: ms }]);
			expect([result, sent]).toEqual([change.returned, ONCE]);
		},
	);

	it('is checked at growing intervals, and then may have been made', async () => {
		const { result, sent, waits } = await play(change, [failing(504)]);
		expect([result, sent]).toEqual([uncertain, 'change check check check check']);
		expect(waits).toEqual([500, 5_000, 10_000, 20_000]);
	});
});

describe('a response that does not show the change', () => {
	it.each([newStatus, newStart, withoutEmail])('is checked: $what', async (change) => {
		const unchanged = { ...answering({ data: appointment }), takesEffect: 0 };
		const { result, sent } = await play(change, [unchanged]);
		expect([result, sent]).toEqual([change.returned, 'change check']);
	});

	it.each([
		['another appointment', { ...noShow, appointment_key: 'x' }, 'change check'],
		['the key in capitals', { ...noShow, appointment_key: 'K' }, 'change'],
		['the status in small letters', { status: 'no_show' }, 'change'],
		['no appointment', { ok: true }, 'change'],
		['no error', { ...noShow, error: null, errors: [], success: true }, 'change'],
	])('shows %s', async (_what, answer, expected) => {
		const ending = { ...answering(answer), takesEffect: 0 };
		expect((await play(newStatus, [ending])).sent).toBe(expected);
	});

	it('is reported after the retries', async () => {
		const { result } = await play(newStatus, [answering(appointment)], { maxRetries: 1 });
		expect(result).toEqual(uncertain);
		expect(result).toHaveProperty('message', expect.stringContaining('does not show the change'));
	});

	it('is a new start if the service keeps it to the minute', async () => {
		const make = async (client: ServiceClient) =>
			await reschedule(client, 'k', '2026-05-01T10:00:42+02:00');
		expect((await play({ ...newStart, make }, [answering(moved)])).sent).toBe('change');
	});

	it('is a cancellation if the appointment is gone', async () => {
		const check = () => json({}, 404);
		expect((await play(withEmail, [answering(appointment)], { check })).result).toBeUndefined();
	});

	it('is unknown if the service shows local times, so the new start is sent again', async () => {
		const local = { ...moved, start_date: '2026-05-01T08:00:00' };
		const change = { ...newStart, before: local, after: local };
		const { result, sent } = await play(change, [failing(502), failing(409)]);
		expect([result, sent]).toEqual([uncertain, 'change check change check']);
		expect((await play(change, [failing(502), answering(local)])).result).toEqual(local);
	});
});

it.each([
	['under its key in capitals', [other, { webhook_key: 'K', ...body }], ''],
	['without a key', [body], 'The service lists webhooks without a key'],
])('a webhook is not reported as deleted while it is listed %s', async (_what, before, reason) => {
	const { result } = await play({ ...deletion, before }, [answering('OK')], { maxRetries: 1 });
	expect(result).toEqual(uncertain);
	expect(result).toHaveProperty('remedy', expect.stringContaining(reason));
});
