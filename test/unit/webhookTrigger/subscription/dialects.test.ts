import {
	register,
	unregister,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/subscription/reconcile';
import { broken, failureOf, json, talkTo, throughWaits } from '../../service/support';

import { address, life, wanted, type Manner } from './life';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const manners: Record<string, Manner> = {
	'lists url and events alone': {
		list: (rows) => ({ results: rows.map(({ url, events }) => ({ url, events })) }),
	},
	'lists nothing of it': { list: () => ({ results: [] }) },
	'writes the address otherwise': {
		list: (rows) => rows.map((row) => ({ ...row, url: `${row.url}/` })),
		answer: (row) => ({ ...row, url: `${row.url}/` }),
	},
	'answers with a key that is null': {
		answer: (row) => ({ ...row, webhook_key: null }),
	},
	'answers with nothing': { answer: () => '' },
	'says no more than success, and adds a slash': {
		list: (rows) => rows.map((row) => ({ ...row, url: `${row.url}/` })),
		answer: () => ({ success: true }),
	},
	'calls its key webhookKey': {
		list: (rows) => rows.map(({ webhook_key, ...row }) => ({ webhookKey: webhook_key, ...row })),
		answer: ({ webhook_key }) => ({ webhookKey: webhook_key }),
	},
	'answers 204 instead of an empty list': {
		list: (rows) => (rows.length > 0 ? rows : undefined),
	},
	'lists events as objects': {
		list: (rows) => rows.map((row) => ({ ...row, events: row.events.map((name) => ({ name })) })),
	},
};

describe.each(Object.keys(manners))('at a service that %s', (name) => {
	it('there is one right webhook while active, and none afterwards', async () => {
		const at = life(manners[name] ?? {});
		for (let round = 0; round < 2; round += 1) {
			await at.activate();
			await at.activate();
			await at.activate({ events: ['appointment.updated'] });
			expect(at.rows()).toEqual([
				{ webhook_key: expect.any(String), url: address, events: ['appointment.updated'] },
			]);
			await at.deactivate();
			expect(at.rows()).toEqual([]);
		}
	});
});

it.each([
	[
		'a reset',
		0,
		() => {
			throw broken('ECONNRESET');
		},
	],
	['504', 700, () => json({}, 504)],
	[
		'a time-out',
		1_500,
		() => {
			throw broken('ETIMEDOUT');
		},
	],
])('a first try that takes effect late, after %s, leaves one', async (_what, ms, answer) => {
	const at = life({ late: [{ ms, answer }] });
	await at.activate();
	expect(at.rows()).toHaveLength(1);
	await at.deactivate();
	expect(at.rows()).toEqual([]);
});

it('one double that can not be deleted does not keep the others', async () => {
	const rows = ['a', 'b', 'c'].map((webhook_key) => ({ webhook_key, url: address, events: [] }));
	const gone: string[] = [];
	const { client } = talkTo(({ method, url }) => {
		if (method === 'GET') return json(rows);
		const key = new URL(url).pathname.split('/').at(-2) ?? '';
		if (key === 'b') return json({ detail: 'Locked.' }, 409);
		gone.push(key);
		return json('', 204);
	});
	expect(await failureOf(throughWaits(unregister(client, address, {})))).toMatchObject({
		status: 409,
	});
	expect(gone).toEqual(['a', 'c']);
});

it('the activation fails with the message of a service that refuses with 200', async () => {
	const { client } = talkTo(({ method }) =>
		json(method === 'GET' ? [] : { success: false, error: 'Quota exceeded.' }),
	);
	expect(await failureOf(throughWaits(register(client, wanted)))).toMatchObject({
		message: 'The service responded with 200, but reports: Quota exceeded.',
	});
});
