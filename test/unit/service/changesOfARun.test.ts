import type { IHttpRequestOptions } from 'n8n-workflow';

import { cancel, setStatus } from '../../../nodes/AppointmentScheduling/service/appointmentChanges';
import type { ServiceSettings } from '../../../nodes/AppointmentScheduling/service/http/settings';
import { json, talkTo, throughWaits, type Handler } from './support';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const keyIn = ({ url }: IHttpRequestOptions) => new URL(url).pathname.split('/').at(-2) ?? '';
const settled = { status: 'fulfilled' };
const failed = (fields: object) => ({ status: 'rejected', reason: fields });

/**
 * A run that changes some appointments at once.
 * @param answer 'lost' takes effect without a response, after so many ms
 */
async function changeAll(
	keys: string[],
	answers: Record<string, { status: number; effect?: number }>,
	settings: Partial<ServiceSettings> = {},
) {
	const made = new Map<string, number>();
	const began = Date.now();
	const { client, requests, times } = talkTo((request) => {
		const key = keyIn(request);
		if (request.method === 'GET') {
			const isMade = Date.now() >= (made.get(key) ?? Infinity);
			return json({ appointment_key: key, status: isMade ? 'NO_SHOW' : 'PENDING' });
		}
		const { status, effect } = answers[key] ?? { status: 204, effect: 0 };
		if (effect !== undefined) made.set(key, Date.now() + effect);
		return json(status === 204 ? '' : { detail: 'No.' }, status);
	}, settings);
	const results = await throughWaits(
		Promise.allSettled(keys.map(async (key) => await setStatus(client, key, 'NO_SHOW'))),
	);
	const sent = requests.flatMap((request, index) =>
		request.method === 'GET' ? [] : [{ key: keyIn(request), at: (times[index] ?? 0) - began }],
	);
	return { results, sent };
}

it.each([
	['also if it waits for its turn', { requestInterval: 100 }],
	['also if one request is sent at a time', { concurrency: 1 }],
])('no other change is sent while one is unclear, %s', async (_how, settings) => {
	const late = { a: { status: 504, effect: 4_000 } };
	const { results, sent } = await changeAll(['a', 'b', 'c'], late, settings);
	expect(results).toMatchObject([settled, settled, settled]);
	expect(sent.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
	expect(sent[1]?.at).toBeGreaterThanOrEqual(5_500);
});

it('after three in a row that stay unclear, nothing more is sent', async () => {
	const keys = [...'abcdefgh'];
	const lost = Object.fromEntries(keys.map((key) => [key, { status: 500 }]));
	const { results, sent } = await changeAll(keys, lost, { concurrency: 1 });
	expect(results.slice(0, 3)).toMatchObject(Array(3).fill(failed({ uncertain: true })));
	const unsent = failed({ uncertain: false, isUnsent: true });
	expect(results.slice(3)).toMatchObject(Array(5).fill(unsent));
	expect([...new Set(sent.map(({ key }) => key))]).toEqual(['a', 'b', 'c']);
});

it('two unclear changes, one that is made and two more do not end the run', async () => {
	const lost = { status: 500 };
	const answers = { a: lost, b: lost, d: lost, e: lost };
	const { results } = await changeAll([...'abcdef'], answers, { concurrency: 1 });
	expect(results[5]).toMatchObject(settled);
});

it.each([
	['is refused', { status: 409 }],
	['stays unclear', { status: 500 }],
])('if an error ends the run, nothing is sent after a change that %s', async (_how, answer) => {
	const settings = { concurrency: 1, endsAtFailure: true };
	const { results, sent } = await changeAll([...'abcd'], { b: answer }, settings);
	expect(results.slice(2)).toMatchObject(Array(2).fill(failed({ isUnsent: true })));
	expect(new Set(sent.map(({ key }) => key))).toEqual(new Set(['a', 'b']));
});

it('a change that is refused for the moment is sent again, although an error would end the run', async () => {
	const { client, requests } = talkTo(
		(_request, count) => (count === 1 ? json({}, 429) : json('', 204)),
		{ endsAtFailure: true },
	);
	await throughWaits(setStatus(client, 'k', 'NO_SHOW'));
	expect(requests).toHaveLength(2);
});

it('a change that was sent before the run ended is still checked, but not sent again', async () => {
	const { client, requests } = talkTo(({ method }) =>
		method === 'GET' ? json({ appointment_key: 'k', status: 'PENDING' }) : json({}, 504),
	);
	const changing = setStatus(client, 'k', 'NO_SHOW').catch((error: unknown) => error);
	await jest.advanceTimersByTimeAsync(100);
	client.end('This item was not sent', '');
	expect(await throughWaits(changing)).toMatchObject({ status: 504, uncertain: true });
	expect(requests.map(({ method }) => method)).toEqual(['PATCH', 'GET', 'GET', 'GET', 'GET']);
});

describe('Cancel', () => {
	const found = (status: string) => () => json({ appointment_key: 'k', status });
	const play = async (look: Handler) => {
		const { client, requests } = talkTo(
			(request, count) => (request.method === 'GET' ? look(request, count) : json('', 204)),
			{ maxRetries: 0 },
		);
		const result = await throughWaits(cancel(client, 'k', undefined).catch((e: unknown) => e));
		return { result, sent: requests.map(({ method }) => method).join(' ') };
	};

	it('sends nothing to an appointment that is canceled', async () => {
		for (const status of ['CANCELED', 'canceled_google']) {
			const { result, sent } = await play(found(status));
			expect(result).toEqual({ body: { appointment_key: 'k', status }, isAlreadyCanceled: true });
			expect(sent).toBe('GET');
		}
	});

	it('cancels what is not canceled, and what the token may not read or does not find', async () => {
		const refusals = [401, 403, 404, 410].map((status) => () => json({}, status));
		for (const look of [found('PENDING'), ...refusals]) {
			const result = { body: undefined, isAlreadyCanceled: false };
			expect(await play(look)).toEqual({ result, sent: 'GET DELETE' });
		}
	});

	it('changes nothing if the check fails', async () => {
		const failures = [400, 408, 429, 503].map((status) => () => json({}, status));
		for (const look of [...failures, () => json('<html>'), () => json([])]) {
			const { result, sent } = await play(look);
			const advice = expect.stringMatching(/^Nothing was changed/);
			expect(result).toMatchObject({ advice, uncertain: false, isUnsent: true });
			expect(sent).toBe('GET');
		}
	});
});
