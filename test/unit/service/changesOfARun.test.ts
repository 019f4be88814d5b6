import type { IHttpRequestOptions } from 'n8n-workflow';

import { cancel, setStatus } from '../../../nodes/AppointmentScheduling/service/appointmentChanges';
import type { ServiceSettings } from '../../../nodes/AppointmentScheduling/service/http/settings';
import type { ServiceAnswer } from '../../../nodes/AppointmentScheduling/service/http/response';
import { broken, elapse, json, talkTo, throughWaits, type Handler } from './support';

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
	isDown = (_at: number) => false,
	latency = 0,
) {
	const made = new Map<string, number>();
	const began = Date.now();
	const { client, requests, times, mostInFlight } = talkTo(async (request) => {
		const key = keyIn(request);
		await elapse(latency);
		if (isDown(Date.now() - began)) return json({}, 502);
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
	return { results, sent, tookMs: Date.now() - began, mostInFlight: mostInFlight() };
}

it('other changes are made while one is unclear', async () => {
	const late = { a: { status: 504, effect: 4_000 } };
	const { results, sent } = await changeAll(['a', 'b', 'c'], late, { concurrency: 1 });
	expect(results).toMatchObject([settled, settled, settled]);
	expect(sent.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
	expect(sent[2]?.at).toBeLessThan(500);
});

it('a check counts among the requests that Concurrency allows', async () => {
	const keys = [...'abcdefgh'];
	const lost = { a: { status: 502 } };
	const run = await changeAll(keys, lost, { concurrency: 1 }, () => false, 100);
	expect(run.mostInFlight).toBe(1);
});

it('after two unclear ones in a row, no change is sent until a check is answered', async () => {
	const lost = { status: 502 };
	const answers = { a: lost, b: lost, d: lost };
	const down = (at: number) => at < 3_000;
	const { results, sent } = await changeAll([...'abcdef'], answers, { concurrency: 1 }, down);
	const unclear = failed({ uncertain: true });
	expect(results).toMatchObject([unclear, unclear, settled, unclear, settled, settled]);
	expect(sent.map(({ key }) => key)).toEqual([...'abcdef']);
	expect(sent[1]?.at).toBeLessThan(500);
	expect(sent[2]?.at).toBeGreaterThanOrEqual(5_000);
	// Two that are not in a row hold up nothing.
	expect(sent[5]!.at - sent[2]!.at).toBeLessThan(100);
	const apart = await changeAll([...'abcd'], { a: lost, c: lost }, { concurrency: 1 });
	expect(apart.sent[3]!.at).toBeLessThan(100);
});

it('a change that was refused for the moment says so, also if the run ends before its turn', async () => {
	const { client } = talkTo(
		async ({ url }) => {
			await elapse(url.includes('/a/') ? 10 : 100);
			return json({}, url.includes('/a/') ? 429 : 409);
		},
		{ endsAtFailure: true },
	);
	const both = ['a', 'b'].map(async (key) => await setStatus(client, key, 'NO_SHOW'));
	const results = await throughWaits(Promise.allSettled(both));
	expect(results).toMatchObject([failed({ status: 429 }), failed({ status: 409 })]);
	expect(client.run.changes.counts).toMatchObject({ refused: 2, unsent: 0 });
});

it('after a 503 that asks for an hour, the other changes are not sent', async () => {
	const { client, requests } = talkTo(() => json({}, 503, { 'retry-after': '3600' }), {
		concurrency: 1,
	});
	const all = [...'abc'].map(async (key) => await setStatus(client, key, 'NO_SHOW'));
	const results = await throughWaits(Promise.allSettled(all));
	const unsent = failed({
		uncertain: false,
		status: 503,
		advice: expect.stringMatching(/^The service asks to wait until .* UTC\. This was not sent\./),
	});
	expect(results).toMatchObject([failed({ uncertain: true }), unsent, unsent]);
	expect(requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
});

/** Changes of these appointments one after the other, each with its own ending. When each was sent. */
async function changeInTurn(
	endings: Record<string, () => ServiceAnswer>,
	check: () => ServiceAnswer,
	settings: Partial<ServiceSettings> = {},
) {
	const sent: Record<string, number> = {};
	const { client } = talkTo(
		(request) => {
			if (request.method === 'GET') return check();
			sent[keyIn(request)] ??= Date.now();
			return endings[keyIn(request)]!();
		},
		{ concurrency: 1, maxRetries: 0, ...settings },
	);
	const began = Date.now();
	const changing = Object.keys(endings).map(async (key) => await setStatus(client, key, 'NO_SHOW'));
	const results = await throughWaits(Promise.allSettled(changing));
	const after = (key: string) => (sent[key] ?? Infinity) - began;
	return { results, after, counts: client.run.changes.counts, tookMs: Date.now() - began };
}
const lost = () => json({}, 502);
const refused = () => {
	throw broken('ECONNREFUSED');
};
const made = () => json('', 204);
const busy = () => json({}, 503);

it('a web page is no answer to a check: the next change waits', async () => {
	const page = () => json('<html>Maintenance</html>');
	const { after } = await changeInTurn({ a: lost, b: lost, c: made }, page);
	expect(after('c')).toBe(Infinity);
});

it('a refused connection after unclear changes does not let the next one through', async () => {
	const { after, counts } = await changeInTurn({ a: lost, b: refused, c: lost, d: made }, busy);
	expect([after('c') < 500, after('d')]).toEqual([true, Infinity]);
	expect(counts).toEqual({ unsent: 2, refused: 0, unclear: 2, changed: 0 });
});

it('changes that the service denies with 200 do not wait for each other', async () => {
	const denied = () => json({ error: 'Late' });
	const endings = Object.fromEntries([...'abcdefgh'].map((key) => [key, denied]));
	const shown = () => json({ start_date: '2027-01-01', status: 'PENDING' });
	const { after, counts } = await changeInTurn(endings, shown);
	expect(after('h')).toBeLessThan(500);
	expect(counts).toMatchObject({ refused: 8, unclear: 0 });
});

it('no change waits for an answered check longer than the time of its run', async () => {
	const endings = { a: lost, b: lost, c: made };
	const { after, tookMs } = await changeInTurn(endings, busy, { budgetMs: 8_000 });
	expect(after('c')).toBe(Infinity);
	expect(tookMs).toBeLessThan(60_000);
});

it('a check that the token may not make is answered: the service is there', async () => {
	const sent: number[] = [];
	const { client } = talkTo(
		({ method }) => {
			if (method === 'GET') return json({}, 403);
			return json({}, sent.push(Date.now()) < 3 ? 502 : 204);
		},
		{ concurrency: 1 },
	);
	const changing = [...'abc'].map(async (key) => await setStatus(client, key, 'NO_SHOW'));
	const results = await throughWaits(Promise.allSettled(changing));
	expect(results).toMatchObject([
		failed({ uncertain: true }),
		failed({ uncertain: true }),
		settled,
	]);
	expect(sent[2]! - sent[1]!).toBeLessThanOrEqual(1_000);
});

it('no change is sent twice, however long the service is down, and the rest follows', async () => {
	const keys = Array.from({ length: 200 }, (_, index) => `k${index}`);
	const down = (at: number) => at > 100 && at < 180_000;
	const { results, sent } = await changeAll(keys, {}, { isChange: true }, down, 20);
	expect(new Set(sent.map(({ key }) => key)).size).toBe(sent.length);
	const failures = results.filter(({ status }) => status === 'rejected');
	expect(failures.length).toBeLessThanOrEqual(16);
	expect(failures).toMatchObject(failures.map(() => failed({ uncertain: true })));
});

it('with 502 once in ten, 500 changes take less than 50 s, and none is sent twice', async () => {
	const keys = Array.from({ length: 500 }, (_, index) => `k${index}`);
	// Every other one is made all the same.
	const failing = keys.filter((_, index) => index % 10 === 0);
	const effectOf = (index: number) => (index % 2 ? { effect: 0 } : {});
	const answers = Object.fromEntries(
		failing.map((key, index) => [key, { status: 502, ...effectOf(index) }]),
	);
	const run = await changeAll(keys, answers, { isChange: true }, () => false, 20);
	expect(run.sent.map(({ key }) => key).sort()).toEqual([...keys].sort());
	expect(run.results.filter(({ status }) => status === 'fulfilled')).toHaveLength(475);
	expect(run.tookMs).toBeLessThan(50_000);
});

it('after five minutes without an answered check, the rest is not sent', async () => {
	const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
	const { results, sent, tookMs } = await changeAll(keys, {}, { concurrency: 4 }, () => true);
	expect(sent).toHaveLength(4);
	expect(results.slice(4)).toMatchObject(
		results
			.slice(4)
			.map(() => failed({ message: expect.stringContaining('did not send'), uncertain: false })),
	);
	expect(tookMs).toBeLessThan(360_000);
});

it.each([
	['30 s, which all may have been made or were not sent', 30_000, 'rejected'],
	['90 s, which are all made', 90_000, 'fulfilled'],
])('answers that arrive 60 s late with a Timeout of %s', async (_what, timeout, expected) => {
	const keys = Array.from({ length: 12 }, (_, index) => `k${index}`);
	const settings = { concurrency: 4, timeout };
	const { results, sent } = await changeAll(keys, {}, settings, () => false, 60_000);
	expect(new Set(sent.map(({ key }) => key)).size).toBe(sent.length);
	expect(results).toMatchObject(keys.map(() => ({ status: expected })));
	for (const [index, result] of results.entries()) {
		if (result.status === 'fulfilled') continue;
		const isSent = sent.some(({ key }) => key === keys[index]);
		const { advice, message } = result.reason as { advice: string; message: string };
		expect(isSent ? advice : message).toMatch(isSent ? /may have been made/ : /did not send/);
	}
});

it('checks of a service that answers too late do not wait for each other', async () => {
	const keys = Array.from({ length: 8 }, (_, index) => `k${index}`);
	const settings = { concurrency: undefined, isChange: true };
	const { results, tookMs } = await changeAll(keys, {}, settings, () => false, 60_000);
	expect(results).toMatchObject(keys.map(() => failed({ uncertain: true })));
	// One at a time, they would take twice as long.
	expect(tookMs).toBeLessThan(180_000);
});

it.each([
	['is refused', { status: 409 }, ['a', 'b']],
	['stays unclear', { status: 500 }, [...'abcdefgh']],
])(
	'if an error ends the run, nothing is sent after a change that %s has failed',
	async (_how, answer, expected) => {
		const keys = [...'abcdefgh'];
		const settings = { concurrency: 1, endsAtFailure: true };
		const { results, sent } = await changeAll(keys, { b: answer }, settings, () => false, 1_000);
		expect(sent.map(({ key }) => key)).toEqual(expected);
		const unsent = failed({ message: 'This item was not sent', uncertain: false });
		expect(results.slice(expected.length)).toMatchObject(
			keys.slice(expected.length).map(() => unsent),
		);
	},
);

it('an error that ends the run also stops a change whose item has begun to check', async () => {
	const { client, requests } = talkTo(
		async ({ method, url }) => {
			if (method !== 'GET') return json({}, url.includes('/a/') ? 409 : 204);
			await elapse(url.includes('/a/') ? 10 : 500);
			return json({ appointment_key: url.split('/').at(-2), status: 'PENDING' });
		},
		{ endsAtFailure: true },
	);
	const both = ['a', 'b'].map(async (key) => await cancel(client, key, true));
	const results = await throughWaits(Promise.allSettled(both));
	expect(results).toMatchObject([
		failed({ status: 409 }),
		failed({ message: 'This item was not sent' }),
	]);
	expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'DELETE']);
	expect(client.run.changes.counts).toMatchObject({ refused: 1, unsent: 1 });
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
			expect(result).toMatchObject({ advice, uncertain: false });
			expect(sent).toBe('GET');
		}
	});
});
