import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { CREATED, notification, runsOf, service, triggerFor, UPDATED } from './support';

let at: Service;

beforeAll(async () => {
	at = await service();
});

async function active(parameters = {}): Promise<TriggerWorkflow> {
	const trigger = triggerFor(at, parameters);
	await trigger.activate();
	return trigger;
}

const KEY = '8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10';

it.each(['application/json; charset=utf-8', 'text/plain', ''])(
	'reads JSON that is sent as %j',
	async (type) => {
		const trigger = await active();
		const sent = notification({ data: { notes: 'São Paulo' } });
		const body = JSON.stringify(sent);
		const delivered = await trigger.deliver({ body, headers: { 'content-type': type } });
		expect(delivered).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toMatchObject([[sent]]);
	},
);

it.each([
	['a list', [notification()]],
	['null', 'null'],
	['a text', '"text"'],
	['nothing', ''],
])('refuses %s with 400', async (_what, body) => {
	const trigger = await active();
	const headers = { 'content-type': 'text/plain' };
	expect(await trigger.deliver({ body, headers })).toMatchObject({ status: 400 });
	expect(trigger.executions).toEqual([]);
});

it.each([
	['a test of the URL', {}],
	['a calendar', { event: 'UPDATED', calendar_key: KEY, calendar_name: 'Ana' }],
	['a member', { event: 'DELETED', data: { user_profile_key: KEY } }],
	['a key that is none', { event: CREATED, data: { appointment_key: 'a/../b' } }],
])('takes a notification about %s with 200, and starts nothing', async (_what, body) => {
	const trigger = await active();
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect(trigger.executions).toEqual([]);
});

it('responds with the same 200 whether an event runs, is known, was not selected or is elsewhere', async () => {
	const calendar = { __rl: true, mode: 'key', value: 'c1c1c1c1' };
	const trigger = await active({ events: [CREATED], options: { calendar } });
	const body = notification({ data: { calendar: { calendar_key: 'c1c1c1c1' } } });
	const answers = [
		await trigger.deliver({ body }),
		await trigger.deliver({ body }),
		await trigger.deliver({ body: { ...body, event: UPDATED } }),
		await trigger.deliver({ body: notification() }),
	];
	for (const { status, body: answer, headers } of answers) {
		expect({ status, answer }).toEqual({ status: 200, answer: { message: 'Received' } });
		expect(headers).toEqual(answers[0]?.headers);
	}
	expect(await runsOf(trigger)).toMatchObject([[body]]);
});

it('refuses a body over 1 MB with 413, before it looks at the secret', async () => {
	const trigger = await active();
	const body = JSON.stringify(notification({ data: { person: null } })).padEnd(1_000_000);
	expect(await trigger.deliver({ body: `${body} `, query: '' })).toMatchObject({ status: 413 });
	expect(trigger.executions).toEqual([]);
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
});

it('refuses bodies that n8n could not handle with 400', async () => {
	const trigger = await active();
	const deep = `${'{"a":'.repeat(41)}1${'}'.repeat(41)}`;
	const names = JSON.stringify(notification()).replace('"status"', '"__proto__"');
	for (const body of [deep, names]) {
		expect(await trigger.deliver({ body })).toMatchObject({ status: 400 });
	}
	expect(trigger.executions).toEqual([]);
});

it.each([
	['runs in the calendar', { calendar_key: 'c1c1c1c1' }, 1],
	['runs without a calendar', undefined, 1],
	['runs in a calendar of an unknown shape', { id: 7 }, 1],
	['does not run in another calendar', { calendar_key: 'c2' }, 0],
])('with a Calendar, an update %s', async (_what, calendar, runs) => {
	const chosen = { __rl: true, mode: 'key', value: 'c1c1c1c1' };
	const trigger = await active({ events: [UPDATED], options: { calendar: chosen } });
	const body = notification({ event: UPDATED, data: { calendar } });
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect(await runsOf(trigger)).toHaveLength(runs);
});
