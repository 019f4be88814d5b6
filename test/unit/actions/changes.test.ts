import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { credentialOf, type Service } from '../../stand-in';
import { service } from '../support/service';
import { failureOf, locator, nock, run, until, type Options } from './support';

// The rule: test/unit/service/changes.test.ts. With its real waits: test/n8n/actions/changes.test.ts.
jest.mock('../../../nodes/AppointmentScheduling/service/http/wait', () =>
	jest.requireActual<{ shortWaits: () => object }>('./shortWaits').shortWaits(),
);

let at: Service;
beforeEach(async () => {
	at = await service();
	nock.enableNetConnect('127.0.0.1');
});

const appointment = locator('={{ $json.key }}');
const keys = (count: number) =>
	at.seed(count, { status: 'CONFIRMED' }).map(({ appointment_key: key }) => ({ key }));
const act = async (
	name: 'cancel' | 'get' | 'updateStatus',
	items: IDataObject[],
	more: INodeParameters = {},
	options: Options = {},
) => {
	const given = { appointment, status: 'NO_SHOW', ...more };
	const credentials = credentialOf(at);
	return await run(`appointment:${name}`, given, { ...options, items, credentials });
};
const sent = (method: string) => at.requests.of(method);

it('the error of a run counts changed, refused, unclear and unsent items', async () => {
	const items = keys(8);
	const options = { concurrency: 1 };
	const counts = async (...which: IDataObject[]) =>
		(await failureOf(act('updateStatus', which, { options }))).description?.split('. ')[0];
	const respond = (item: number, status: number) =>
		at.faults.add({
			method: 'PATCH',
			path: new RegExp(items[item]!.key),
			action: { kind: 'respond', status },
		});
	respond(3, 500);
	respond(5, 409);
	expect(await counts(...items)).toBe('Of 8 items: 4 changed, 1 refused, 1 unclear, 2 not sent');
	const unknown = { key: '11111111-1111-4111-8111-111111111111' };
	expect(await counts(items[0]!, unknown, items[1]!)).toBe(
		'Of 3 items: 1 changed, 1 refused, 0 unclear, 1 not sent',
	);
	expect(await counts(items[0]!, { key: 'no key' }, items[1]!)).toMatch(
		/^Of 3 items: \d changed, 0 refused, 0 unclear, \d not sent$/,
	);
	expect(await counts(unknown)).not.toContain('Of 1 items');
});

it('what is on its way when the execution is canceled counts as unclear', async () => {
	const abort = new AbortController();
	const held = at.faults.add({ method: 'PATCH', action: { kind: 'hold' } });
	const running = act(
		'updateStatus',
		keys(5),
		{ options: { concurrency: 2 } },
		{ abortSignal: abort.signal, continueOnFail: true },
	);
	const failing = failureOf(running);
	await until(() => held.hits === 2);
	abort.abort();
	const { message, description } = await failing;
	held.remove();
	expect(message).toBe('The execution was canceled');
	expect(description).toBe('Of 5 items: 0 changed, 0 refused, 2 unclear, 3 not sent.');
});

it('each appointment is canceled once, also if one item names it by its code', async () => {
	const [{ appointment_key: key, search_code: code } = { appointment_key: '', search_code: '' }] =
		at.seed(1);
	at.speak({ deleteAnswer: 'bare' });
	const spelled = [key, key.toUpperCase()].map((own) => locator(own));
	const items = [...spelled, locator(code, 'code'), locator(key)] as IDataObject[];
	const more = { appointment: '={{ $json }}', sendEmail: 'no' };
	const { items: returned } = await act('cancel', items, more);
	expect(returned.map(({ json }) => json)).toEqual(Array(4).fill(returned[0]?.json));
	// A later node that changes one item must not change the others.
	expect(new Set(returned.map(({ json }) => json)).size).toBe(4);
	expect(sent('DELETE')).toHaveLength(1);
});
