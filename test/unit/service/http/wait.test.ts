import { CanceledError } from '../../../../nodes/AppointmentScheduling/service/errors';
import { wait, within } from '../../../../nodes/AppointmentScheduling/service/http/wait';
import { failureOf } from '../support';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('waits as long as asked', async () => {
	const start = Date.now();
	const waiting = wait(1700).then(() => Date.now() - start);
	await jest.runAllTimersAsync();
	expect(await waiting).toBe(1700);
});

it('does not wait for zero or less', async () => {
	await wait(0);
	await wait(-5);
	expect(jest.getTimerCount()).toBe(0);
});

it('ends half a second after the execution is canceled', async () => {
	const abort = new AbortController();
	const start = Date.now();
	const ended = failureOf(wait(60_000, abort.signal)).then((error) => ({
		error,
		after: Date.now() - start,
	}));
	await jest.advanceTimersByTimeAsync(1200);
	abort.abort();
	await jest.runAllTimersAsync();
	const { error, after } = await ended;
	expect(error).toBeInstanceOf(CanceledError);
	expect(after).toBeLessThanOrEqual(1700);
});

it('does not wait in a canceled execution', async () => {
	expect(await failureOf(wait(1000, AbortSignal.abort()))).toBeInstanceOf(CanceledError);
	expect(await failureOf(wait(0, AbortSignal.abort()))).toBeInstanceOf(CanceledError);
	expect(jest.getTimerCount()).toBe(0);
});

it('ignores a promise that takes too long', async () => {
	const late = within(new Promise((resolve) => setTimeout(resolve, 100, 'late')), 50);
	const early = within(new Promise((resolve) => setTimeout(resolve, 20, 'early')), 50);
	await jest.runAllTimersAsync();
	expect(await late).toBeUndefined();
	expect(await early).toBe('early');
});

it('stops the timer when the promise settles', async () => {
	expect(await within(Promise.resolve('early'), 60_000)).toBe('early');
	await jest.advanceTimersByTimeAsync(500);
	expect(jest.getTimerCount()).toBe(0);
});
