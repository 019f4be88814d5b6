import { CanceledError } from '../../../../nodes/AppointmentScheduling/service/errors';
import { wait, within } from '../../../../nodes/AppointmentScheduling/service/http/wait';
import { failureOf } from '../support';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('a wait ends soon after the execution is canceled', async () => {
	const abort = new AbortController();
	const ended = failureOf(wait(60_000, abort.signal));
	await jest.advanceTimersByTimeAsync(1_200);
	abort.abort();
	await jest.advanceTimersByTimeAsync(500);
	expect(await ended).toBeInstanceOf(CanceledError);
	expect(jest.getTimerCount()).toBe(0);
});

it('a promise that takes too long is ignored, and no timer stays behind', async () => {
	const late = within(new Promise((resolve) => setTimeout(resolve, 100, 'late')), 50);
	const early = within(new Promise((resolve) => setTimeout(resolve, 20, 'early')), 60_000);
	await jest.advanceTimersByTimeAsync(500);
	expect(await late).toBeUndefined();
	expect(await early).toBe('early');
	expect(jest.getTimerCount()).toBe(0);
});
