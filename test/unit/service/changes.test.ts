import type { IN8nHttpFullResponse } from 'n8n-workflow';

import {
	cancel,
	reschedule,
	setStatus,
} from '../../../nodes/AppointmentScheduling/service/changes';
import { create, type Booking } from '../../../nodes/AppointmentScheduling/service/bookings';
import type { Client } from '../../../nodes/AppointmentScheduling/service/client';
import {
	CanceledError,
	type ServiceError,
} from '../../../nodes/AppointmentScheduling/service/errors';
import {
	createWebhook,
	deleteWebhook,
	updateWebhook,
} from '../../../nodes/AppointmentScheduling/service/webhooks';
import { SHAPES, shapes, type Shape } from './shapes';
import { broken, failureOf, json, talkTo, throughWaits } from './support';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const START = '2026-12-03T10:00:00-03:00';
const booking: Booking = {
	calendar_key: 'cal',
	start: { dateTime: START },
	attendees: [{ name: 'Ana Lima', phone: '+55 11 99999-0000' }],
};
const webhook = { url: 'https://n8n.example/x?secret=s', events: ['appointment.created'] };

/** What the service shows before and after a change, and how the change is made. */
interface Case {
	make(client: Client): Promise<unknown>;
	before: object | undefined;
	after: object | undefined;
	isReadFirst?: boolean;
}

const list = (results: object[]) => ({
	count: results.length,
	next: null,
	previous: null,
	results,
});

const casesIn = (shape: Shape): Record<string, Case> => {
	const show = SHAPES[shape];
	return {
		'a new status': {
			make: async (client) => await setStatus(client, 'k', 'NO_SHOW'),
			before: show({ key: 'k' }),
			// However the service writes it.
			after: show({ key: 'k', status: 'No_show' }),
		},
		'a new start': {
			make: async (client) => await reschedule(client, 'k', START),
			before: show({ key: 'k' }),
			// Another offset, and seconds that the service keeps.
			after: show({ key: 'k', start: '2026-12-03T13:00:09Z' }),
		},
		'a cancellation': {
			make: async (client) => await cancel(client, 'k', true),
			before: show({ key: 'k' }),
			after: show({ key: 'k', status: 'CANCELED' }),
			isReadFirst: true,
		},
		'a cancellation after which it is gone': {
			make: async (client) => await cancel(client, 'k'),
			before: show({ key: 'k' }),
			after: undefined,
			isReadFirst: true,
		},
		'a webhook': {
			make: async (client) => await createWebhook(client, webhook),
			before: list([{ webhook_key: 'old', ...webhook }]),
			after: list([
				{ webhook_key: 'old', ...webhook },
				{ webhook_key: 'new', ...webhook },
			]),
			isReadFirst: true,
		},
		'an updated webhook': {
			make: async (client) => await updateWebhook(client, 'w', webhook),
			before: list([{ webhook_key: 'w', ...webhook, events: [] }]),
			after: list([{ webhook_key: 'w', ...webhook }]),
		},
		'a deleted webhook': {
			make: async (client) => await deleteWebhook(client, 'w'),
			before: list([{ webhook_key: 'w', ...webhook }]),
			after: list([]),
		},
		...(shape === 'samples' && {
			'a booking': {
				make: async (client) => await create(client, booking, new Set()),
				before: list([]),
				after: list([
					{
						...SHAPES.samples({
							key: 'new',
							start: START,
							calendar: 'cal',
							phone: '5511999990000',
						}),
						created_at: { dateTime: new Date(Date.now() + 60_000).toISOString() },
					},
				]),
			},
		}),
	};
};

type Ending = () => IN8nHttpFullResponse;

/** @param takesEffect how many ms after the change was sent the service shows it; undefined for never */
async function play(one: Case, endings: Ending[], takesEffect?: number, signal?: AbortSignal) {
	const sent: string[] = [];
	const waits: number[] = [];
	let changedAt: number | undefined;
	const { client } = talkTo(
		({ method }) => {
			if (method === 'GET') {
				sent.push('check');
				const isMade =
					changedAt !== undefined &&
					takesEffect !== undefined &&
					performance.now() >= changedAt + takesEffect;
				if (changedAt !== undefined) waits.push(Math.round(performance.now() - changedAt));
				const body = isMade ? one.after : one.before;
				return body ? json(body) : json({ detail: 'Not found.' }, 404);
			}
			sent.push('change');
			changedAt = performance.now();
			return (endings.length > 1 ? endings.shift() : endings[0])!();
		},
		{ ...(signal && { signal }) },
	);
	const outcome = one.make(client).then(
		(result): Outcome => ({ result }),
		(error: ServiceError): Outcome => ({ error }),
	);
	return { ...(await throughWaits(outcome)), sent: sent.join(' '), waits };
}

interface Outcome {
	result?: unknown;
	error?: ServiceError;
}

const UNCLEAR = expect.objectContaining({
	advice: 'The change may have been made. Check it at the service before you repeat it',
	details: expect.objectContaining({ mayBeDone: true }),
});
const done: Ending = () => json({ ok: true });
const losing =
	(code: string, syscall?: string): Ending =>
	() => {
		throw broken(code, syscall);
	};

describe.each(shapes)('in the shape of the %s', (shape) => {
	const cases = casesIn(shape);

	it('a cancellation that is refused because the appointment was canceled meanwhile says so', async () => {
		const refused = () => json(['This appointment is already cancelled.'], 400);
		const { result, sent } = await play(cases['a cancellation']!, [refused], 0);
		expect(result).toMatchObject({ isAlreadyCanceled: true, body: { status: 'CANCELED' } });
		expect(sent).toBe('check change check');
	});

	describe.each(Object.keys(cases))('%s', (name) => {
		const one = cases[name]!;
		const first = one.isReadFirst ? 'check ' : '';

		it.each<[string, Ending]>([
			['a lost response', losing('ECONNRESET')],
			['a host that goes away while its response is read', losing('EHOSTUNREACH', 'read')],
			['a time-out', losing('ETIMEDOUT')],
			['500', () => json('', 500)],
			['503 with Retry-After', () => json('', 503, { 'retry-after': '1' })],
			['a sign-in page with 200', () => json('<html>Sign in</html>')],
			['a redirect', () => json('', 302, { location: '/x' })],
		])('is found after %s if it was made, and never sent twice', async (_what, ending) => {
			const { result, error, sent } = await play(one, [ending], 0);
			expect([error, sent]).toEqual([undefined, `${first}change check`]);
			if (one.after && 'appointment_key' in one.after)
				expect(JSON.stringify(result)).toContain('"k"');
		});

		it('is looked for three times within 21 s, and stays unclear if it does not show', async () => {
			const { error, sent, waits } = await play(one, [losing('ECONNRESET')]);
			expect([error, sent]).toEqual([UNCLEAR, `${first}change check check check`]);
			expect(waits).toEqual([1_000, 6_000, 21_000]);
		});

		it('is found if it takes effect within these 21 s', async () => {
			const { error, sent } = await play(one, [() => json('', 504)], 12_000);
			expect([error, sent]).toEqual([undefined, `${first}change check check check`]);
		});

		it.each([400, 403, 404, 409])(
			'was not made if refused with %i, and is not looked for',
			async (status) => {
				const { error, sent } = await play(one, [() => json({ detail: 'No.' }, status)]);
				const isRead = status === 400 && name.startsWith('a cancellation');
				expect([error?.details.mayBeDone, sent]).toEqual([
					false,
					`${first}change${isRead ? ' check' : ''}`,
				]);
			},
		);

		it('was not made if the certificate cannot be trusted, and is not sent again', async () => {
			const { error, sent } = await play(one, [losing('CERT_HAS_EXPIRED')]);
			expect([error?.details.mayBeDone, sent]).toEqual([false, `${first}change`]);
		});

		it.each<[string, Ending]>([
			['429', () => json('', 429, { 'retry-after': '1' })],
			['a connection that was never made', losing('ECONNREFUSED')],
			['a time-out of the connection', losing('ETIMEDOUT', 'connect')],
		])('is sent again after %s', async (_what, ending) => {
			const { error, sent } = await play(one, [ending, ending, done], 0);
			expect([error, sent]).toEqual([undefined, `${first}change change change`]);
		});

		it('ends at a canceled execution without another request', async () => {
			const abort = new AbortController();
			setTimeout(() => abort.abort(), 500);
			const { error, sent } = await play(one, [losing('ECONNRESET')], 0, abort.signal);
			expect(error).toBeInstanceOf(CanceledError);
			expect(sent).toBe(`${first}change`);
		});
	});
});

it('each check is one request, also if it fails', async () => {
	const { client, requests } = talkTo(() => json('', 503));
	await failureOf(throughWaits(setStatus(client, 'k', 'NO_SHOW')));
	expect(requests.map(({ method }) => method)).toEqual(['PATCH', 'GET', 'GET', 'GET']);
});
