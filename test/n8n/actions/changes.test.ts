import type { INodeParameters } from 'n8n-workflow';
import { runAction, type Action } from '../harness';
import { locator } from '../../unit/support/locator';
import { useSharedN8n } from '../support/fixture';

// The whole rule: test/unit/service/changes.test.ts. Here it waits as long as it does for users.
const fixture = useSharedN8n();

afterEach(() => {
	fixture.service.faults.clear();
	fixture.service.requests.clear();
});

const act = async (operation: string, action: Partial<Action>, more: INodeParameters = {}) =>
	await runAction(fixture.n8n, {
		credentialId: fixture.credentialId,
		...action,
		parameters: {
			resource: 'appointment',
			operation,
			appointment: locator('={{ $json.key }}'),
			...more,
		},
	});
const keys = (count: number) =>
	fixture.service.seed(count, { status: 'CONFIRMED' }).map(({ appointment_key: key }) => ({ key }));
const sent = (method: string) => fixture.service.requests.of(method);

test('with Retry On Fail, one refusal among 50 sends no client a second email', async () => {
	const items = keys(50);
	const refusal = { kind: 'respond', status: 409, body: { detail: 'Too late.' } } as const;
	const refused = new RegExp(items[0]!.key);
	fixture.service.faults.add({ method: 'DELETE', path: refused, action: refusal });

	const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_000 };
	const onError = 'continueRegularOutput';
	const { output } = await act('cancel', { items, onError, ...retries }, { sendEmail: 'yes' });

	expect(output[0]?.error).toContain('Too late.');
	const paths = sent('DELETE').map(({ path }) => path);
	const others = paths.filter((path) => !refused.test(path));
	expect(others).toHaveLength(49);
	expect(new Set(others).size).toBe(49);
});

test('of twenty bookings, three of taken times and one whose response is lost, seventeen are made once', async () => {
	const { service } = fixture;
	const calendar = service.calendars.add({ name: 'Dr. Silva', opens: '08:00', closes: '20:00' });
	const items = Array.from({ length: 20 }, (_, index) => ({
		start: `2030-12-03T${String(8 + Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}:00`,
		name: `Client ${index}`,
	}));
	const place = { calendar: { calendar_key: calendar.key, name: calendar.name }, duration: 30 };
	for (const index of [3, 7, 19]) {
		service.seed(1, { ...place, status: 'CONFIRMED', start_date: items[index]!.start });
	}
	service.faults.add({ method: 'POST', after: 4, times: 1, action: { kind: 'answerLost' } });
	const { output } = await act(
		'create',
		{ items, onError: 'continueRegularOutput' },
		{
			calendar: locator(calendar.key),
			startDate: '={{ $json.start }}',
			attendees: { attendee: [{ name: '={{ $json.name }}', email: 'client@example.com' }] },
		},
	);

	const taken = output.flatMap(({ error }, index) => (error === undefined ? [] : [index]));
	expect(taken).toEqual([3, 7, 19]);
	const booked = service.appointments.list().map(({ person }) => person.full_name);
	const clients = booked.filter((name) => name.startsWith('Client'));
	expect([clients.length, new Set(clients).size]).toEqual([17, 17]);
	expect(sent('POST')).toHaveLength(17);
});
