import {
	asItem,
	unwrapped,
	webhookKeyIn,
} from '../../../../nodes/AppointmentScheduling/service/values/bodies';

const own = { appointment_key: 'a', status: 'PENDING' };

it.each([
	[{ webhook_key: 'a', webhook: { url: 'x' } }, 'a'],
	[{ data: { webhookId: 9, url: 'x' } }, '9'],
	[{ id: 4, webhook_key: 'a' }, 'a'],
	[{ webhook_key: '', id: 4 }, '4'],
	[{ status: 'ok', result: { uuid: 'b' } }, 'b'],
	[[{ id: 3 }], '3'],
	[{ data: { id: '7', type: 'webhook', attributes: { url: 'x' } } }, '7'],
	[undefined, undefined],
	[{ id: 'req', data: { url: 'x' } }, undefined],
	[{ id: {} }, undefined],
	[{ id: 4, links: { url: 'x' } }, '4'],
])("the webhook's key in %j is %p", (body, key) => {
	expect(webhookKeyIn(body)).toBe(key);
});

it.each([
	own,
	{ data: { appointment: own } },
	{ data: [own] },
	[{ data: own }],
	{ ok: true, code: 0, message: '', time: 1, data: own },
	{ result: { ok: true }, booking: own },
	{ response: { payload: own } },
	{ data: { type: 'appointment', id: 'a', attributes: own } },
	{ data: own, previous: { ...own, status: 'CONFIRMED' } },
])('the appointment is found in %j', (body) => {
	expect(unwrapped(body)).toBe(own);
});

it.each([[null], [[own, own]], [{ data: [own, own] }], [{ before: own, after: own }]])(
	'no appointment is guessed from %j',
	(body) => {
		expect(unwrapped(body)).not.toHaveProperty('appointment_key');
	},
);

it('an appointment can have a field "data"', () => {
	const full = { ...own, data: { room: 1 } };
	expect(unwrapped(full)).toBe(full);
});

it('a response becomes an item unchanged', () => {
	const body = { data: { appointment_key: 'a' } };
	expect(asItem(body)).toBe(body);
	expect(asItem([1])).toEqual({ data: [1] });
	expect(asItem('text')).toEqual({ data: 'text' });
	expect(asItem(undefined, { status: 'PENDING' })).toEqual({ status: 'PENDING' });
	expect(asItem({}, { status: 'PENDING' })).toEqual({ status: 'PENDING' });
});
