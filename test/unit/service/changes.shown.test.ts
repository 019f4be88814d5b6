import { reschedule } from '../../../nodes/AppointmentScheduling/service/appointmentChanges';
import type { ServiceClient } from '../../../nodes/AppointmentScheduling/service/http/client';
import {
	answering,
	appointment,
	body,
	canceled,
	certain,
	CHECKS,
	creation,
	deletion,
	failing,
	failure,
	moved,
	newStart,
	newStatus,
	noShow,
	other,
	play,
	start,
	uncertain,
	update,
	withEmail,
	withoutEmail,
	type Case,
} from './changing';
import { json } from './support';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a response that shows the change', () => {
	it.each<[string, Case, unknown]>([
		['the key in capitals', newStatus, { ...noShow, appointment_key: 'C0FFEE00' }],
		['the status in small letters', newStatus, { status: 'no_show' }],
		['nothing but braces', newStatus, {}],
		['a wrapped appointment', newStatus, { status: 'success', data: noShow }],
		['another key', newStart, { ...moved, appointment_key: 'new' }],
		['the start to the minute', newStart, { start_date: '2026-05-01T08:00:42Z' }],
		['a canceled appointment', withEmail, canceled],
		['the deleted webhook', deletion, { uuid: 'c0ffee00', ...body }],
		['the webhook without its key', creation, body],
	])('has %s', async (_what, change, answer) => {
		expect((await play(change, [{ ...answering(answer), takesEffect: 0 }])).sent).toBe('change');
	});

	it.each<[string, Case, unknown]>([
		['another appointment', newStatus, { ...noShow, appointment_key: 'x' }],
		['another status', newStatus, appointment],
		['a status of the response', newStatus, { status: 'success' }],
		['a cancellation under another key', withEmail, { ...canceled, appointment_key: 'x' }],
		['another webhook', update, { id: 'x', ...body }],
		['other events', update, { id: 'c0ffee00', url: body.url, events: ['x'] }],
		['a limit', creation, { detail: 'Limit of webhooks reached' }],
		['an empty body for a new webhook', creation, undefined],
	])('does not have %s', async (_what, change, answer) => {
		const { result, sent } = await play(change, [{ ...answering(answer), takesEffect: 0 }]);
		expect([result, sent]).toEqual([change.returned, 'change check']);
	});
});

describe('after a response of 2xx', () => {
	describe('another start', () => {
		const { start_date: former } = appointment;
		const make = async (client: ServiceClient) =>
			await reschedule(client, 'c0ffee00', start, undefined, former);

		it('is final once a check confirms it', async () => {
			const elsewhere = { ...appointment, start_date: '2026-05-01T08:15:00Z' };
			const change = { ...newStart, make, before: elsewhere };
			const { result, sent } = await play(change, [answering(elsewhere)]);
			const message = `The service responded with 200, but moved the appointment to 2026-05-01T08:15:00Z instead of ${start}`;
			expect([result, sent]).toEqual([failure({ message, ...certain }), 'change check']);
		});

		it.each([
			['not the former one', make],
			['not one that may be the former one', newStart.make],
		])('is %s: the response and the checks may be behind', async (_case, makeSo) => {
			const behind = { ...answering(appointment), takesEffect: 8_000 };
			expect(await play({ ...newStart, make: makeSo }, [behind])).toMatchObject({
				result: moved,
				sent: 'change check check check',
			});
		});
	});

	it.each([404, 410])('what is gone (%i) is canceled or deleted', async (status) => {
		const checks = [() => json({}, status)];
		for (const change of [withEmail, withoutEmail, deletion]) {
			const { result, sent } = await play(change, [answering({ message: 'ok' })], { checks });
			expect([result, sent]).toEqual([undefined, 'change check']);
		}
	});
});

describe('a service with local times', () => {
	const local = (start_date: string) => ({ ...moved, start_date });
	const make = async (client: ServiceClient) =>
		await reschedule(client, 'c0ffee00', start, 'Europe/Madrid');

	it('shows the new start in the time zone of the account', async () => {
		const after = local('2026-05-01 10:00');
		const { result, sent } = await play({ ...newStart, make, after }, [
			{ ...failing(502), takesEffect: 0 },
		]);
		expect([result, sent]).toEqual([after, 'change check']);
	});

	it('gets the change once if no time zone is set', async () => {
		const same = local('2026-05-01T10:00:00');
		const change = { ...newStart, before: same, after: same };
		const { result, sent } = await play(change, [failing(502)]);
		expect([result, sent]).toEqual([uncertain, `change ${CHECKS}`]);
	});
});

it.each([
	['under its key in capitals', [other, { webhook_key: 'C0FFEE00', ...body }], ''],
	['without a key', [body], 'The service lists webhooks without a key'],
])('a webhook is not reported as deleted while it is listed %s', async (_what, before, reason) => {
	const { result } = await play({ ...deletion, before }, [answering('OK')]);
	expect(result).toEqual(uncertain);
	expect(result).toHaveProperty('advice', expect.stringContaining(reason));
});
