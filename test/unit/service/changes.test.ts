import type { IDataObject } from 'n8n-workflow';

import {
	cancel,
	reschedule,
	setStatus,
} from '../../../nodes/AppointmentScheduling/service/appointments';
import type {
	ServiceAnswer,
	ServiceClient,
	ServiceSettings,
} from '../../../nodes/AppointmentScheduling/service/http/client';
import {
	createWebhook,
	deleteWebhook,
	updateWebhook,
} from '../../../nodes/AppointmentScheduling/service/webhooks';
import { CanceledError } from '../../../nodes/AppointmentScheduling/service/errors';
import { broken, failureOf, json, talkTo, throughWaits } from './support';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const start = '2026-05-01T10:00:00+02:00';
const body = { url: 'https://a.example/x', events: ['appointment.created'] };
const before = { appointment_key: 'k', status: 'CONFIRMED', start_date: '2026-01-01T10:00:00Z' };
const other = { webhook_key: 'other', url: 'https://a.example/y', events: [] };
const canceled = { ...before, status: 'CANCELED_CLIENT' };
const moved = { ...before, status: 'PENDING', start_date: '2026-05-01T08:00:00Z' };
const noShow = { ...before, status: 'NO_SHOW' };

type Case = [
	name: string,
	make: (client: ServiceClient) => Promise<unknown>,
	/** What a check reads before and after the change, and what the change then returns. */
	found: { before: unknown; after: unknown; returned: unknown },
];
const repeatable: Case[] = [
	[
		'a new status',
		async (client) => await setStatus(client, 'k', 'NO_SHOW'),
		{ before, after: { data: noShow }, returned: { data: noShow } },
	],
	[
		'a new start',
		async (client) => await reschedule(client, 'k', start),
		{ before, after: moved, returned: moved },
	],
	[
		'a cancellation without email',
		async (client) => await cancel(client, 'k', false),
		{ before, after: canceled, returned: canceled },
	],
	[
		'a webhook update',
		async (client) => await updateWebhook(client, 'K', body),
		{
			before: [other, { id: 'k', ...body, events: ['x'] }],
			after: [other, { id: 'k', ...body }],
			returned: { id: 'k', ...body },
		},
	],
	[
		'a webhook deletion',
		async (client) => await deleteWebhook(client, 'K'),
		{ before: [other, { uuid: 'k', ...body }], after: [other], returned: undefined },
	],
];
const once: Case[] = [
	[
		'a cancellation with an email',
		async (client) => await cancel(client, 'k', true),
		{ before, after: canceled, returned: canceled },
	],
	[
		"a cancellation with the service's default",
		async (client) => await cancel(client, 'k', undefined),
		{ before, after: canceled, returned: canceled },
	],
	[
		'a new webhook',
		async (client) => await createWebhook(client, body),
		{ before: [other], after: [other, { key: 'k', ...body }], returned: { key: 'k', ...body } },
	],
];

/** How a request for a change ends: in how many ms it takes effect, and what is answered. */
interface Ending {
	takesEffect?: number;
	answer: () => ServiceAnswer;
}

/** A service with one appointment or a few webhooks. The last ending repeats. */
function service(
	found: Case[2],
	endings: Ending[],
	settings: Partial<ServiceSettings> & { check?: () => ServiceAnswer } = {},
) {
	let effectiveFrom = Infinity;
	let changes = 0;
	const talk = talkTo(({ method }) => {
		if (method === 'GET') {
			return settings.check?.() ?? json(Date.now() >= effectiveFrom ? found.after : found.before);
		}
		const { takesEffect, answer } = endings[Math.min(changes, endings.length - 1)]!;
		changes += 1;
		if (takesEffect !== undefined)
			effectiveFrom = Math.min(effectiveFrom, Date.now() + takesEffect);
		return answer();
	}, settings);
	return { ...talk, sent: () => talk.requests.map(({ method }) => method === 'GET') };
}

const failing = (status: number, headers: IDataObject = {}) => ({
	answer: () => json({ detail: 'No.' }, status, headers),
});
const breaking = (code: string) => ({
	answer: () => {
		throw broken(code);
	},
});
const page = { answer: () => json('<html>Sign in</html>', 200, { 'content-type': 'text/html' }) };
const denying = { answer: () => json({ success: false, message: 'Too late.' }) };
const [change, check] = [false, true];
const uncertain = expect.stringMatching(
	/^The change may have been made\. Check the (appointment|list of webhooks) before you repeat it/,
);
const certain = expect.not.stringContaining('may have been made');

const unclear: Array<[string, Ending]> = [
	...[408, 500, 502, 503, 504, 520].map((status): [string, Ending] => [
		String(status),
		failing(status),
	]),
	['a lost response', breaking('ECONNRESET')],
	['a timeout', breaking('ETIMEDOUT')],
	['a web page with 200', page],
	['a denial with 200', { answer: () => json({ error: { message: 'Too late.' } }) }],
];

describe.each([...repeatable, ...once])('%s', (name, make, found) => {
	const repeats = repeatable.some(([other]) => other === name);

	it.each(unclear)('succeeds after %s if it was made, and was sent once', async (_what, ending) => {
		const { client, sent } = service(found, [{ ...ending, takesEffect: 0 }]);
		await expect(throughWaits(make(client))).resolves.toEqual(found.returned);
		expect(sent()).toEqual([change, check]);
	});

	it.each([
		['refused', { check: () => json({}, 401) }],
		['not found', { check: () => json({}, 404) }],
		['unavailable', { check: () => json({}, 503), maxRetries: 1 }],
		['unreadable', { check: () => json('<html>', 200) }],
	])('may have been made if the check is %s, and was sent once', async (_what, settings) => {
		const { client, sent } = service(found, [failing(503)], settings);
		expect(await failureOf(throughWaits(make(client)))).toMatchObject({
			status: 503,
			uncertain: true,
			remedy: uncertain,
		});
		expect(sent().filter((isCheck) => !isCheck)).toHaveLength(1);
	});

	it.each([400, 401, 403, 404, 409, 410, 422])(
		'was not made if refused with %i',
		async (status) => {
			const { client, sent } = service(found, [failing(status)]);
			const failure = await failureOf(throughWaits(make(client)));
			expect(failure).toMatchObject({ status, uncertain: false, remedy: certain });
			expect(sent()).toEqual([change]);
		},
	);

	it('was not made if the service denies it with 200', async () => {
		const { client, sent } = service(found, [denying]);
		expect(await failureOf(throughWaits(make(client)))).toMatchObject({
			message: 'The service responded with 200, but reports: Too late.',
			uncertain: false,
			remedy: certain,
		});
		expect(sent()).toEqual([change, check]);
	});

	it.each([
		['429', failing(429)],
		['503 with Retry-After', failing(503, { 'retry-after': '3' })],
		['a refused connection', breaking('ECONNREFUSED')],
	])('is sent again after %s, without a check', async (_what, ending) => {
		const done = { takesEffect: 0, answer: () => json({}, 204) };
		const { client, sent } = service(found, [ending, ending, done]);
		await throughWaits(make(client));
		expect(sent()).toEqual([change, change, change]);
	});

	it('may have been made if there is no time for a check', async () => {
		const { client, sent } = service(found, [failing(504)], { budgetMs: 50 });
		expect(await failureOf(throughWaits(make(client)))).toMatchObject({ remedy: uncertain });
		expect(sent()).toEqual([change]);
	});

	it('ends when the execution is canceled before the check', async () => {
		const abort = new AbortController();
		const { client, sent } = service(found, [failing(504)], { signal: abort.signal });
		const failed = failureOf(make(client));
		await jest.advanceTimersByTimeAsync(50);
		abort.abort();
		await jest.runAllTimersAsync();
		expect(await failed).toBeInstanceOf(CanceledError);
		expect(sent()).toEqual([change]);
	});

	if (repeats) {
		it('is sent again if it was not made', async () => {
			const done = { takesEffect: 0, answer: () => json({}, 204) };
			const { client, sent } = service(found, [failing(502), done]);
			await throughWaits(make(client));
			expect(sent()).toEqual([change, check, change]);
		});

		it('may have been made after as many retries as are set', async () => {
			const { client, sent } = service(found, [failing(500)], { maxRetries: 2 });
			expect(await failureOf(throughWaits(make(client)))).toMatchObject({
				status: 500,
				remedy: expect.stringContaining('The node sent the request 3 times'),
			});
			expect(sent()).toEqual([change, check, change, check, change, check]);
		});

		it('succeeds if only the retry is refused, because the first request was late', async () => {
			const late = { ...failing(504), takesEffect: 260 };
			const { client, sent } = service(found, [late, failing(409)]);
			await expect(throughWaits(make(client))).resolves.toEqual(found.returned);
			expect(sent().filter((isCheck) => !isCheck).length).toBeLessThanOrEqual(2);
		});
	} else {
		it.each([400, 4_000, 12_000, 30_000])(
			'is sent once if it takes effect %i ms later',
			async (takesEffect) => {
				const { client, sent } = service(found, [{ ...failing(504), takesEffect }]);
				await expect(throughWaits(make(client))).resolves.toEqual(found.returned);
				expect(sent().filter((isCheck) => !isCheck)).toHaveLength(1);
			},
		);

		it('is checked at growing intervals, and then may have been made', async () => {
			const { client, sent, times } = service(found, [failing(504)]);
			expect(await failureOf(throughWaits(make(client)))).toMatchObject({ remedy: uncertain });
			expect(sent()).toEqual([change, check, check, check, check]);
			const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
			expect(waits).toEqual([500, 5_000, 10_000, 20_000]);
		});
	}
});

describe('a response that does not show the change', () => {
	const text = { check: () => json({ appointment_key: 'k' }) };

	it.each(repeatable.slice(0, 3))('is checked: %s', async (_name, make, found) => {
		const unchanged = { takesEffect: 0, answer: () => json({ data: before }) };
		const { client, sent } = service(found, [unchanged]);
		await expect(throughWaits(make(client))).resolves.toEqual(found.returned);
		expect(sent()).toEqual([change, check]);
	});

	it.each([
		['another appointment', { ...noShow, appointment_key: 'x' }, [change, check]],
		['the key in capitals', { ...noShow, appointment_key: 'K' }, [change]],
		['the status in small letters', { status: 'no_show' }, [change]],
		['no appointment', { ok: true }, [change]],
		['no error', { ...noShow, error: null, errors: [], success: true }, [change]],
	])('shows %s', async (_what, answer, expected) => {
		const found = { before, after: noShow, returned: noShow };
		const { client, sent } = service(found, [{ takesEffect: 0, answer: () => json(answer) }]);
		await throughWaits(setStatus(client, 'k', 'NO_SHOW'));
		expect(sent()).toEqual(expected);
	});

	it('of the service that keeps the old status is reported after the retries', async () => {
		const found = { before, after: before, returned: before };
		const { client } = service(found, [{ answer: () => json(before) }], { maxRetries: 1 });
		expect(await failureOf(throughWaits(setStatus(client, 'k', 'NO_SHOW')))).toMatchObject({
			message: 'The service responded with 200, but does not show the change',
			remedy: uncertain,
		});
	});

	it('is a new start if the service keeps it to the minute', async () => {
		const kept = { ...before, start_date: '2026-05-01T08:00:00Z' };
		const found = { before: kept, after: kept, returned: kept };
		const { client, sent } = service(found, [{ answer: () => json(kept) }]);
		await throughWaits(reschedule(client, 'k', '2026-05-01T10:00:42+02:00'));
		expect(sent()).toEqual([change]);
	});

	it('is a cancellation if the appointment is gone', async () => {
		const found = { before, after: before, returned: undefined };
		const settings = { check: () => json({}, 404) };
		const { client } = service(found, [{ answer: () => json(before) }], settings);
		await expect(throughWaits(cancel(client, 'k', true))).resolves.toBeUndefined();
	});

	it('is unknown if the service shows local times, so the new start is sent again', async () => {
		const local = { ...moved, start_date: '2026-05-01T08:00:00' };
		const found = { before: local, after: local, returned: local };
		const refused = service(found, [failing(502), failing(409)]);
		expect(await failureOf(throughWaits(reschedule(refused.client, 'k', start)))).toMatchObject({
			status: 409,
			remedy: uncertain,
		});
		expect(refused.sent()).toEqual([change, check, change, check]);
		const done = service(found, [failing(502), { answer: () => json(local) }]);
		await expect(throughWaits(reschedule(done.client, 'k', start))).resolves.toEqual(local);
		const empty = service(found, [failing(502)], { ...text, maxRetries: 0 });
		expect(await failureOf(throughWaits(reschedule(empty.client, 'k', start)))).toMatchObject({
			remedy: uncertain,
		});
	});
});

describe('a webhook that may be deleted', () => {
	const delivered = (rows: IDataObject[]) => ({ before: rows, after: rows, returned: undefined });
	const text = { answer: () => json('OK', 200, { 'content-type': 'text/plain' }) };

	it.each([
		['under its key in capitals', [other, { webhook_key: 'K', ...body }]],
		['without a key', [other, body]],
	])('is not reported as deleted while it is listed %s', async (_what, rows) => {
		const { client } = service(delivered(rows), [text], { maxRetries: 1 });
		expect(await failureOf(throughWaits(deleteWebhook(client, 'k')))).toMatchObject({
			message: 'The service responded with 200, but not with JSON',
			remedy: uncertain,
		});
	});

	it('says that the service lists webhooks without a key', async () => {
		const { client } = service(delivered([body]), [failing(500)], { maxRetries: 0 });
		expect(await failureOf(throughWaits(deleteWebhook(client, 'k')))).toMatchObject({
			remedy: expect.stringContaining('The service lists webhooks without a key'),
		});
	});
});
