import {
	cancel,
	reschedule,
	setStatus,
} from '../../../nodes/AppointmentScheduling/service/appointments';
import type { ServiceClient } from '../../../nodes/AppointmentScheduling/service/http/client';
import type { ServiceError } from '../../../nodes/AppointmentScheduling/service/errors';
import { broken, failureOf, json, talkTo, throughWaits } from './support';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const start = '2026-05-01T10:00:00+02:00';
const uncertain = expect.stringMatching(/^The change may have been made\. Check before you repeat/);
const unchanged = { status: 'CONFIRMED', start_date: '2026-01-01T10:00:00Z' };

const repeatable = {
	'a cancellation without email': {
		made: { status: 'CANCELED_CLIENT' },
		make: async (client: ServiceClient) => await cancel(client, 'k', false),
	},
	'a new status': {
		made: { status: 'NO_SHOW' },
		make: async (client: ServiceClient) => await setStatus(client, 'k', 'NO_SHOW'),
	},
	'a new start': {
		made: { status: 'PENDING', start_date: '2026-05-01T08:00:00Z' },
		make: async (client: ServiceClient) => await reschedule(client, 'k', start),
	},
};

/** The response to the first change is lost, the next changes are refused. */
const losing = (refusal: number, found: () => ReturnType<typeof json>) =>
	talkTo(({ method }, count) => {
		if (method === 'GET') return found();
		if (count === 1) throw broken('ECONNRESET');
		return json({ detail: 'Already.' }, refusal);
	});

describe.each(Object.entries(repeatable))('%s whose response is lost', (_name, { made, make }) => {
	it.each([400, 404, 409, 410, 422])(
		'is done when the retry is refused with %i and the appointment is as wanted',
		async (status) => {
			const body = { data: { appointment_key: 'k', ...made } };
			const { client } = losing(status, () => json(body));
			await expect(throughWaits(make(client))).resolves.toEqual(body);
		},
	);

	it.each([
		['is as before', () => json(unchanged)],
		['is gone', () => json({}, 404)],
		['cannot be fetched', () => json({}, 401)],
		['says nothing', () => json({ appointment_key: 'k' })],
	])('may have been made when the retry is refused and the appointment %s', async (_, found) => {
		const { client } = losing(409, found);
		expect(await failureOf(throughWaits(make(client)))).toMatchObject({
			status: 409,
			remedy: uncertain,
		});
	});

	it.each([408, 500, 502, 504, 520, 522, 524])(
		'may have been made when the service keeps answering %i',
		async (status) => {
			const { client, requests } = talkTo(() => json({}, status));
			expect(await failureOf(throughWaits(make(client)))).toMatchObject({
				status,
				remedy: uncertain,
			});
			expect(requests.filter(({ method }) => method !== 'GET')).toHaveLength(
				status === 500 ? 1 : 5,
			);
		},
	);

	it('was not made when the first request is refused', async () => {
		const { client, requests } = talkTo(() => json({}, 404));
		expect(await failureOf(make(client))).toMatchObject({
			status: 404,
			remedy: expect.not.stringContaining('may have been made'),
		});
		expect(requests).toHaveLength(1);
	});

	it.each([
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'EPROTO',
	])('was not made when nothing was sent (%s)', async (code) => {
		const { client } = talkTo(() => {
			throw broken(code);
		});
		expect(await failureOf(throughWaits(make(client)))).toMatchObject({
			uncertain: false,
			remedy: expect.not.stringContaining('may have been made'),
		});
	});
});

describe('a new start whose response is lost, at a service with local times', () => {
	const local = (start_date: string) => () => json({ appointment_key: 'k', start_date });

	it.each(['2026-05-01T08:00:00', '2026-05-01 08:00:00', '2026-05-01T10:00:00', '2026-05-01'])(
		'may have been made when the retry is refused and the appointment says %s',
		async (start_date) => {
			const { client } = losing(409, local(start_date));
			expect(await failureOf(throughWaits(reschedule(client, 'k', start)))).toMatchObject({
				status: 409,
				remedy: uncertain,
			});
		},
	);
});

describe.each([
	['with an email', true],
	["with the service's default", undefined],
])('a cancellation %s', (_name, sendEmail) => {
	/** A service that sends an email for every DELETE that it receives. */
	function emailing(respond: (emails: number) => ReturnType<typeof json>, shows = true) {
		let emails = 0;
		const talk = talkTo(({ method }) => {
			if (method === 'GET')
				return json({
					appointment_key: 'k',
					...(shows && { status: emails ? 'CANCELED' : 'PENDING' }),
				});
			emails += 1;
			return respond(emails);
		});
		return { ...talk, emails: () => emails };
	}

	it.each([502, 504, 408, 503, 520, 'ECONNRESET', 'ETIMEDOUT'])(
		'sends one when the response is lost (%p)',
		async (loss) => {
			const service = emailing(() => {
				if (typeof loss === 'string') throw broken(loss);
				return json({}, loss);
			});
			await throughWaits(cancel(service.client, 'k', sendEmail));
			expect(service.emails()).toBe(1);
		},
	);

	it('is repeated when the first request had no effect', async () => {
		const { client, requests } = talkTo(({ method }, count) => {
			if (method === 'GET') return json({ status: 'PENDING' });
			return json({}, count === 1 ? 502 : 200);
		});
		await throughWaits(cancel(client, 'k', sendEmail));
		expect(requests.map(({ method }) => method)).toEqual(['DELETE', 'GET', 'DELETE']);
	});

	it('is repeated without a check when the service was too busy', async () => {
		const { client, requests } = talkTo((_request, count) => json({}, count === 1 ? 429 : 200));
		await throughWaits(cancel(client, 'k', sendEmail));
		expect(requests.map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
	});

	it.each([
		['is gone', json({}, 404)],
		['cannot be fetched', json({}, 401)],
		['has no status', json({ appointment_key: 'k' })],
	])('is not repeated, and may have been made, when the appointment %s', async (_, found) => {
		const { client, requests } = talkTo(({ method }) => (method === 'GET' ? found : json({}, 502)));
		const failure = await failureOf(throughWaits(cancel(client, 'k', sendEmail)));
		expect(failure).toMatchObject({ status: 502, remedy: uncertain });
		expect(requests.map(({ method }) => method)).toEqual(['DELETE', 'GET']);
	});

	it('ends after as many retries as are set', async () => {
		const { client, requests } = talkTo(
			({ method }) => (method === 'GET' ? json({ status: 'PENDING' }) : json({}, 502)),
			{ maxRetries: 2 },
		);
		await failureOf(throughWaits(cancel(client, 'k', sendEmail)));
		expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(3);
	});
});

it.each(['GET', 'DELETE'] as const)(
	'after a lost %s only a change may have been made',
	async (method) => {
		const { client } = talkTo(
			() => {
				throw broken('ECONNRESET');
			},
			{ maxRetries: 0 },
		);
		const failure = await failureOf<ServiceError>(
			client.request({ method, path: '/api/v3/appointments/k/' }),
		);
		expect(failure).toMatchObject({ uncertain: true });
		expect(failure.remedy.includes('may have been made')).toBe(method !== 'GET');
	},
);
