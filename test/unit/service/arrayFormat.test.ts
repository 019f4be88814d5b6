import { listAppointments } from '../../../nodes/AppointmentScheduling/service/appointments';
import { checkArrayFormat, kindOf } from '../../../nodes/AppointmentScheduling/service/arrayFormat';
import type { ArrayFormat } from '../../../nodes/AppointmentScheduling/service/values/addresses';
import { failureOf, json, talkTo, type Talk } from './support';

const SERVICES = ['a', 'b', 'c'];
const LONG = Array.from({ length: 270 }, (_, index) => ({
	appointment_key: `k${index}`,
	service: SERVICES[index % 3]!,
}));
const ROWS = LONG.slice(0, 9);
type Framework = 'php' | 'django' | 'comma';

/** The keys of a filter as the framework reads them, undefined if it sees none. */
function keysOf(query: URLSearchParams, name: string, framework: Framework): string[] | undefined {
	const plain = query.getAll(name);
	const bracketed = query.getAll(`${name}[]`);
	if (framework === 'php' && bracketed.length > 0) return bracketed;
	if (plain.length === 0) return undefined;
	if (framework === 'comma') return plain.at(-1)?.split(',');
	return framework === 'php' ? plain.slice(-1) : plain;
}

const serving = (framework: Framework, arrayFormat: ArrayFormat) =>
	talkTo(
		({ url }) => {
			const { searchParams } = new URL(url);
			const services = keysOf(searchParams, 'service_keys', framework);
			const found = ROWS.filter(({ service }) => services?.includes(service) ?? true);
			return json({ results: found, total: found.length });
		},
		{ arrayFormat },
	);

const booked = (count: number) =>
	Array.from({ length: count }, (_, number) => ({ appointment_key: `new${number}` }));
const several = { service_keys: ['a', 'b'], status: 'PENDING' as const };
const one = { service_keys: ['a'] };
const check = async (framework: Framework, format: ArrayFormat, filters: object) => {
	const talk = serving(framework, format);
	await checkArrayFormat(talk.client, filters);
	return talk.requests.length;
};

it.each<[Framework, ArrayFormat, object]>([
	['php', 'repeat', several],
	['django', 'brackets', several],
	['django', 'brackets', one],
	['comma', 'brackets', one],
	['comma', 'repeat', several],
])('%s with %s: a list of keys that is not read names Array Format (%j)', async (...given) => {
	expect(await failureOf(check(...given))).toMatchObject({
		name: 'InputError',
		message: expect.stringContaining("'Array Format': "),
		advice: expect.stringContaining('PHP, Laravel: Brackets'),
	});
});

it.each<[Framework, ArrayFormat, object, requests: number]>([
	['php', 'brackets', several, 3],
	['php', 'repeat', one, 1],
	['django', 'repeat', several, 3],
	['comma', 'comma', several, 3],
	['comma', 'comma', { status: 'PENDING' }, 0],
])('%s with %s is accepted for %j, after %i requests', async (...given) => {
	const [framework, format, filters, requests] = given;
	expect(await check(framework, format, filters)).toBe(requests);
});

const isUnknownKey = (url: string) => url.includes('00000000');
/** A service that reads the keys, but responds so to an unknown one. */
const answering = (body: unknown, status = 200) =>
	talkTo(({ url }) => (isUnknownKey(url) ? json(body, status) : json(ROWS)), { maxRetries: 0 });

it.each<[string, Talk]>([
	['answers an unknown key with an unexpected error', answering('boom', 500)],
	['refuses an unknown key', answering({}, 422)],
	[
		'refuses a key that comes twice, and wants all keys',
		talkTo(({ url }) => {
			const keys = new URL(url).searchParams.getAll('service_keys');
			if (new Set(keys).size < keys.length) return json({}, 422);
			return json(keys.length > 1 || isUnknownKey(url) ? [] : ROWS);
		}),
	],
	[
		'lists more appointments in every response',
		talkTo(({ url }, count) => json(isUnknownKey(url) ? [] : [...ROWS, ...booked(count)])),
	],
	[
		'lists the appointments of the first key first',
		talkTo(({ url }) => {
			const { searchParams } = new URL(url);
			const keys = searchParams.getAll('service_keys');
			const found = keys.flatMap((key) => LONG.filter(({ service }) => service === key));
			const offset = Number(searchParams.get('offset') ?? 0);
			return json({ results: found.slice(offset, offset + 30), total: found.length, offset });
		}),
	],
])('a service that %s is accepted', async (_what, { client }) => {
	await checkArrayFormat(client, { service_keys: ['a', 'b'] });
});

it('a service that ignores keys is noticed although an appointment is booked meanwhile', async () => {
	const { client } = talkTo((_request, count) => json(count === 2 ? ROWS.slice(1) : ROWS));
	expect((await failureOf(checkArrayFormat(client, several))).message).toContain('ignores');
});

it('a service that is too busy for the check is not taken for one that reads the keys', async () => {
	const failure = failureOf(checkArrayFormat(answering(ROWS, 503).client, several));
	expect(await failure).toMatchObject({ status: 503 });
});

it('a refusal names Array Format if there is a list of keys', async () => {
	const { client } = talkTo(() => json({ detail: 'No.' }, 422));
	const adviceFor = async (filters: object) =>
		(await failureOf(listAppointments(client, filters, Infinity))) as { advice?: string };
	expect((await adviceFor(one)).advice).toContain("'Array Format'");
	expect((await adviceFor({ name: 'Ana' })).advice).not.toContain('Array Format');
	await expect(checkArrayFormat(client, several)).rejects.toMatchObject({
		advice: expect.stringContaining("'Array Format'"),
	});
});

it('filters of the same kind need one check', () => {
	expect(kindOf({ name: 'Ana' })).toBeUndefined();
	expect(kindOf(one)).toBe(kindOf({ service_keys: ['z'] }));
	expect(kindOf(one)).not.toBe(kindOf(several));
});
