import { within } from '../../../../nodes/AppointmentScheduling/service/http/wait';

it('a promise that takes too long is ignored, and no timer stays behind', async () => {
	jest.useFakeTimers();
	const late = within(new Promise((resolve) => setTimeout(resolve, 100, 'late')), 50);
	const early = within(new Promise((resolve) => setTimeout(resolve, 20, 'early')), 60_000);
	await jest.advanceTimersByTimeAsync(500);
	expect(await late).toBeUndefined();
	expect(await early).toBe('early');
	expect(jest.getTimerCount()).toBe(0);
	jest.useRealTimers();
});
