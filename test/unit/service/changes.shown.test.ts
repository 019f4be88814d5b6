import { reschedule } from '../../../nodes/AppointmentScheduling/service/appointmentChanges';
import type { ServiceClient } from '../../../nodes/AppointmentScheduling/service/http/client';
import {
	answering,
	breaking,
	appointment,
	body,
	canceled,
	CHECKS,
	creation,
	deletion,
	failing,
	moved,
	newStart,
	newStatus,
	noShow,
	notShown,
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
		['the status as .NET writes it', newStatus, { status: 'NoShow' }],
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
		['a status that is no text', newStatus, { search_code: 'A', status: { toString: 1 } }],
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
	it('another start is named beside the one that was sent', async () => {
		const elsewhere = { ...appointment, start_date: '2026-05-01T08:15:00Z' };
		const { result, sent } = await play({ ...newStart, before: elsewhere }, [answering(elsewhere)]);
		expect([result, sent]).toEqual([notShown, `change ${CHECKS}`]);
		expect(result).toHaveProperty(
			'message',
			`The service responded with 200, but does not show the change: It shows start 2026-05-01T08:15:00Z, status CONFIRMED instead of ${start}`,
		);
	});

	it('what the service says beside another state is shown', async () => {
		const { result } = await play(newStatus, [answering({ status: 400, message: 'Not now.' })]);
		expect(result).toHaveProperty('message', expect.stringMatching(/show the change: Not now\.$/));
	});

	it('a webhook that is shown without its URL is neither changed nor unchanged', async () => {
		const listed = { ...update, before: [{ id: 'c0ffee00', events: ['x'] }] };
		const { result } = await play(listed, [answering({ message: 'Queued.' })]);
		expect(result).toEqual(uncertain);
		expect(result).toHaveProperty('message', expect.stringMatching(/show the change: Queued\.$/));
	});

	it('the former start may be behind: checks find the new one', async () => {
		const behind = { ...answering(appointment), takesEffect: 8_000 };
		expect(await play(newStart, [behind])).toMatchObject({
			result: moved,
			sent: 'change check check check',
		});
	});

	it.each([404, 410])('what is gone (%i) is canceled or deleted', async (status) => {
		const checks = [() => json({}, status)];
		for (const change of [withEmail, withoutEmail, deletion]) {
			const { result, sent } = await play(change, [answering({ message: 'ok' })], { checks });
			expect([result, sent]).toEqual([undefined, 'change check']);
			const gone = await play(change, [breaking('ECONNRESET')], {
				checks: [0, 1, 2, 3].map(() => checks[0]!),
			});
			expect(gone.result).toEqual(uncertain);
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
	['under its key in capitals', [other, { webhook_key: 'C0FFEE00', ...body }], notShown],
	['without a key', [body], uncertain],
])(
	'a webhook is not reported as deleted while it is listed %s',
	async (_what, before, expected) => {
		const { result } = await play({ ...deletion, before }, [answering('OK')]);
		expect(result).toEqual(expected);
	},
);
