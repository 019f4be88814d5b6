import { appointment, authorized, byKey, nock, path, run } from './support';

jest.mock('../../../nodes/AppointmentScheduling/service/http/wait', () => ({
	...jest.requireActual('../../../nodes/AppointmentScheduling/service/http/wait'),
	wait: async () => await Promise.resolve(),
}));

it('Reschedule waits for a service whose responses still show the former start', async () => {
	const moved = { ...appointment, start_date: '2026-05-02T10:00:00+02:00' };
	authorized().get(path).times(3).reply(200, appointment);
	authorized().patch(`${path}reschedule/`).reply(200, appointment);
	authorized().get(path).reply(200, moved);
	const { items } = await run('appointment:reschedule', {
		...byKey,
		startDate: '2026-05-02T10:00:00',
	});
	expect(items.map(({ json }) => json)).toEqual([moved]);
	expect(nock.isDone()).toBe(true);
});
