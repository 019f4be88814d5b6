import { listAppointments } from '../../../nodes/AppointmentScheduling/service/appointments';
import { checkArrayFormat, kindOf } from '../../../nodes/AppointmentScheduling/service/arrayFormat';
import {
	queryString,
	type ArrayFormat,
} from '../../../nodes/AppointmentScheduling/service/values/addresses';
import { failureOf, json, talkTo, type Talk } from './support';

/** Nobody has booked the last one. */
const SERVICES = ['a', 'b', 'c', 'd'];
const LONG = Array.from({ length: 270 }, (_, index) => ({
	appointment_key: `k${index}`,
	service: SERVICES[index % 3]!,
}));
const ROWS = LONG.slice(0, 9);
const FRAMEWORKS = ['php', 'django', 'comma'] as const;
const FORMATS: ArrayFormat[] = ['repeat', 'comma', 'brackets'];
type Framework = (typeof FRAMEWORKS)[number];

/** The keys of a filter as the framework reads them, undefined if it sees none. */
function keysOf(query: URLSearchParams, name: string, framework: Framework): string[] | undefined {
	const plain = query.getAll(name);
	const bracketed = query.getAll(`${name}[]`);
	if (framework === 'php' && bracketed.length > 0) return bracketed;
	if (plain.length === 0) return undefined;
	if (framework === 'comma') return plain.at(-1)?.split(',');
	return framework === 'php' ? plain.slice(-1) : plain;
}

interface Wants {
	/** Whether an appointment must have each of the keys, or one of them. */
	match: 'every' | 'some';
	/** Whether a key that nobody has is refused. */
	isStrict: boolean;
}

/** Appointments have one service each; those of `both` have a and b. */
const serving = (
	framework: Framework,
	arrayFormat: ArrayFormat,
	{ match, isStrict }: Wants,
	both = false,
) =>
	talkTo(
		({ url }) => {
			const keys = keysOf(new URL(url).searchParams, 'service_keys', framework);
			if (isStrict && keys?.some((key) => !SERVICES.includes(key))) return json({}, 422);
			const rows = ROWS.map((row) => ({ ...row, services: both ? ['a', 'b'] : [row.service] }));
			const found = rows.filter(
				({ services }) => keys?.[match]((wanted) => services.includes(wanted)) ?? true,
			);
			return json({ results: found, total: found.length });
		},
		{ arrayFormat },
	);

const booked = (count: number) =>
	Array.from({ length: count }, (_, number) => ({ appointment_key: `new${number}` }));
const several = { service_keys: ['a', 'b'], status: 'PENDING' as const };
const one = { service_keys: ['a'] };

const wants: Wants[] = (['some', 'every'] as const).flatMap((match) =>
	[false, true].map((isStrict) => ({ match, isStrict })),
);
const cases = FRAMEWORKS.flatMap((framework) =>
	FORMATS.flatMap((format) => wants.map((wanted) => ({ framework, format, ...wanted }))),
);

/** What this framework reads of these keys, written in this format. */
function readAs(framework: Framework, format: ArrayFormat, keys: string[]) {
	const query = new URLSearchParams(queryString({ service_keys: keys }, format));
	return keysOf(query, 'service_keys', framework);
}

it.each(cases)(
	'$framework with $format is accepted if it reads the keys, and only then ($match, $isStrict)',
	async ({ framework, format, ...wanted }) => {
		for (const filters of [one, several, { service_keys: ['d', 'b'] }]) {
			const { service_keys: keys } = filters;
			const talk = serving(framework, format, wanted);
			const failure = await checkArrayFormat(talk.client, filters).then(
				() => undefined,
				(error: unknown) => error,
			);
			const isRead = JSON.stringify(readAs(framework, format, keys)) === JSON.stringify(keys);
			// Keys that are read as one unknown key are refused, also when the list itself is read.
			const isRefused = wanted.isStrict && framework !== 'comma' && format === 'comma';
			expect([keys, failure === undefined]).toEqual([
				keys,
				isRead || (isRefused && keys.length > 1),
			]);
			if (failure !== undefined) {
				expect(failure).toMatchObject({
					name: 'InputError',
					message: expect.stringContaining("'Array Format': "),
					advice: expect.stringContaining('PHP, Laravel: Brackets'),
				});
			}
		}
	},
);

it.each<[object, both: boolean, requests: number]>([
	[{ status: 'PENDING' }, false, 0],
	[one, false, 1],
	[several, true, 3],
	// Nobody has both services: each alone shows whether the keys are read.
	[several, false, 5],
])(
	'a service that wants all keys is asked for %j (%p) in %i requests',
	async (filters, both, count) => {
		const talk = serving('django', 'repeat', { match: 'every', isStrict: false }, both);
		await checkArrayFormat(talk.client, filters);
		expect(talk.requests).toHaveLength(count);
	},
);

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
	// The check proves nothing.
	await checkArrayFormat(client, several);
});

it('filters of the same kind need one check', () => {
	expect(kindOf({ name: 'Ana' })).toBeUndefined();
	expect(kindOf(one)).toBe(kindOf({ service_keys: ['z'] }));
	expect(kindOf(one)).not.toBe(kindOf(several));
});
