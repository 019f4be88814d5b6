import { listAppointments } from '../../../nodes/AppointmentScheduling/service/appointments';
import { denial, refusal } from '../../../nodes/AppointmentScheduling/service/http/refusal';
import { serviceMessage } from '../../../nodes/AppointmentScheduling/service/http/serviceMessage';
import { fieldsIn } from '../../../nodes/AppointmentScheduling/service/lists/fields';
import {
	APPOINTMENT_FIELDS,
	listIn,
} from '../../../nodes/AppointmentScheduling/service/lists/list';
import {
	unwrapped,
	webhookKeyIn,
} from '../../../nodes/AppointmentScheduling/service/values/bodies';
import { failureOf, json, talkTo } from './support';

/** Each visit of a value, by its place in the body. */
type Visits = Map<string, number>;

/** The same body, which counts how often each value in it is read. */
function counting<Body>(body: Body, visits: Visits, place = '$'): Body {
	if (body === null || typeof body !== 'object') return body;
	return new Proxy(body, {
		get(inside, name, receiver) {
			const value: unknown = Reflect.get(inside, name, receiver);
			if (typeof name === 'symbol' || !Object.hasOwn(inside, name)) return value;
			if (name === 'length' && Array.isArray(inside)) return value;
			const at = `${place}.${name}`;
			visits.set(at, (visits.get(at) ?? 0) + 1);
			return counting(value, visits, at);
		},
	});
}

const SIZE = 1_000_000;
const many = <Part>(part: (index: number) => Part, bytes: number) =>
	Array.from({ length: Math.ceil(SIZE / bytes) }, (_, index) => part(index));
const wide = (value: unknown, bytes: number) =>
	Object.fromEntries(many((index) => [`field${index}`, value], bytes + 16));
const nested = (depth: number, wrap: (inner: unknown) => unknown, inner: unknown) => {
	let body = inner;
	for (let level = 0; level < depth; level += 1) body = wrap(body);
	return body;
};

const BODIES: Record<string, unknown> = {
	'many fields': wide(1, 1),
	'many fields with an object': wide({ a: { b: 1 } }, 16),
	'many small texts': many(() => '<', 4),
	'many small pages': many((index) => ({ id: `<p>${index}` }), 20),
	'many small lists': wide([null, 1], 10),
	'many empty objects': many(() => ({}), 3),
	'a deep object': nested(300_000, (error) => ({ error }), ['<']),
	'a deep list': nested(1_000_000, (list) => [list], 'x'),
	'small texts under messages': nested(
		90,
		(error) => ({ error, message: ['<', '<'] }),
		many(() => '<', 4),
	),
	'names of messages at each level': nested(
		12,
		(part) => ({ error: part, errors: [part], detail: 1 }),
		'',
	),
	'messages by field': { errors: wide(['', { message: '' }], 20) },
	'many errors': { errors: many(() => ({ message: '', error: null }), 30) },
	'empty links': { results: [], links: many(() => ({ rel: 'self' }), 15) },
	'wrapped many times': { data: wide({ data: { id: 1 } }, 20) },
};

const READERS: Record<string, (body: unknown) => unknown> = {
	'a message': (body) => serviceMessage(body),
	'an error that is reported with 200': (body) => denial({ status: 200, headers: {}, body }),
	'a refusal': (body) => refusal(400, body),
	'the fields beside a list': (body) => fieldsIn(body),
	'a list': (body) => listIn({ data: body }, APPOINTMENT_FIELDS, []),
	'an appointment': (body) => unwrapped(body),
	'the key of a webhook': (body) => webhookKeyIn(body),
};

it.each(Object.keys(READERS))('of 1 MB, it visits at most 2,000 values: %s', (reader) => {
	for (const [what, body] of Object.entries(BODIES)) {
		const visits: Visits = new Map();
		READERS[reader]!(counting(body, visits));
		const count = [...visits.values()].reduce((sum, times) => sum + times, 0);
		expect([what, count, count <= 2_000]).toEqual([what, count, true]);
	}
});

it.each(['a message', 'the fields beside a list', 'an appointment'])(
	'visits each value once: %s',
	(reader) => {
		for (const [what, body] of Object.entries(BODIES)) {
			const visits: Visits = new Map();
			READERS[reader]!(counting(body, visits));
			expect([what, Math.max(0, ...visits.values())]).toEqual([what, visits.size > 0 ? 1 : 0]);
		}
	},
);

it('goes once over the entries of a list, and over no value in them but their keys', async () => {
	const results = many(
		(index) => ({ appointment_key: `k${index}`, person: { name: 'a' }, other: [1] }),
		80,
	);
	const visits: Visits = new Map();
	// The depth of an answer is measured before, once over all values.
	const { client } = talkTo(() => json({ next: null, results }));
	const { request } = client;
	client.request = async (one) => {
		const answer = await request.call(client, one);
		return { ...answer, body: counting(answer.body, visits) };
	};
	const { elements } = await listAppointments(client, {}, Infinity);
	expect(elements).toHaveLength(results.length);
	const places = [...visits].filter(([place]) => place.startsWith('$.results.'));
	expect(places.filter(([place]) => /\.(person|other)\./.test(place))).toEqual([]);
	expect(places.length).toBeLessThan(4 * results.length);
});

it.each([
	['objects', (inner: unknown) => ({ data: inner })],
	['lists', (inner: unknown) => [inner]],
])(
	'refuses an answer of more than 100 levels of %s before anything reads it',
	async (_what, wrap) => {
		const read = async (depth: number) =>
			await listAppointments(talkTo(() => json(nested(depth, wrap, 1))).client, {}, 1);
		expect((await failureOf(read(100))).message).toContain('no list of results');
		for (const depth of [101, 300_000]) {
			expect((await failureOf(read(depth))).message).toContain('more than 100 levels');
		}
	},
);
