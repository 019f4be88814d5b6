import './shortWaits';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Booking, Service, ServiceOptions } from '../../stand-in';
import { service } from '../support/service';
import { credentialsOf, locator, run } from './support';

// The rule: test/unit/service/changes.test.ts. In a tool: toolChanges.test.ts.

let at: Service;
async function start(options: ServiceOptions = {}) {
	at = await service(options);
}
beforeEach(async () => await start());

const appointment = locator('={{ $json.key }}');
const keys = (count: number, booking: Booking = { status: 'CONFIRMED' }) =>
	at.seed(count, booking).map(({ appointment_key: key }) => ({ key }));
const act = async (
	name: 'cancel' | 'reschedule' | 'updateStatus',
	items: IDataObject[],
	more: INodeParameters = {},
) => {
	const given = { appointment, status: 'NO_SHOW', startDate: '2031-01-01T10:00:00Z', ...more };
	return await run(`appointment:${name}`, given, { items, credentials: credentialsOf(at) });
};
const sent = (method: string) => at.requests.of(method);

describe.each(['samples', 'document'] as const)('in the shape %s', (shape) => {
	it.each<['cancel' | 'reschedule' | 'updateStatus', string, object]>([
		['updateStatus', 'PATCH', { status: 'NO_SHOW' }],
		['reschedule', 'PATCH', {}],
		['cancel', 'DELETE', { canceled: true, status: 'CANCELED' }],
	])('%s whose response is lost is made once, and succeeds', async (name, method, shown) => {
		at.set({ shape });
		const [item] = keys(1);
		at.faults.add({ method, action: { kind: 'answerLost' } });
		const { items } = await act(name, [item!]);
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ appointment_key: item!.key, ...shown }),
		]);
		expect(sent(method)).toHaveLength(1);
	});
});

it('each appointment is canceled once, also if one item names it by its code', async () => {
	at.set({ samplesShowCode: true, lag: 60_000 });
	const { appointment_key: key, search_code: code } = at.seed(1)[0]!;
	const items = [locator(key), locator(code, 'code'), locator(key)] as unknown as IDataObject[];
	const more = { appointment: '={{ $json }}', sendEmail: 'no' };
	const { items: returned } = await act('cancel', items, more);
	const first = { canceled: true, appointment_key: key };
	const others = { ...first, alreadyCanceled: true };
	expect(returned.map(({ json }) => json)).toMatchObject([first, others, others]);
	expect(returned[0]?.json).not.toHaveProperty('alreadyCanceled');
	// A later node that changes one item must not change the others.
	expect(new Set(returned.map(({ json }) => json)).size).toBe(3);
	expect(sent('DELETE')).toHaveLength(1);
});

it('an appointment that is canceled already is not canceled again', async () => {
	const { items, hints } = await act('cancel', keys(1, { status: 'CANCELED_CLIENT' }));
	expect(items[0]?.json).toMatchObject({ canceled: true, alreadyCanceled: true });
	expect(hints[0]?.message).toContain("Items with 'alreadyCanceled' were canceled before");
	expect(at.requests.entries.map(({ method }) => method)).toEqual(['GET']);
});
