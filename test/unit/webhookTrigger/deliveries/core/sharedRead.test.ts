import { SharedRead } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/core/sharedRead';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('deliveries with a wrong secret cause two requests, then one in five seconds', async () => {
	const shared = new SharedRead<string>();
	const times: number[] = [];
	const began = performance.now();
	const read = async () => await Promise.resolve(String(times.push(performance.now() - began)));
	for (let second = 0; second < 18; second += 1) {
		void shared.ask(performance.now(), 60_000, read);
		await jest.advanceTimersByTimeAsync(1_000);
	}
	expect(times.map((ms) => Math.round(ms / 1_000))).toEqual([0, 1, 5, 10, 15]);
});

it('all that arrive while a request is sent wait for the next one, and share it', async () => {
	const shared = new SharedRead<number>();
	let sent = 0;
	const read = async () => {
		sent += 1;
		const own = sent;
		await new Promise((resolve) => setTimeout(resolve, 100));
		return own;
	};
	const first = shared.ask(performance.now(), 1_000, read);
	await jest.advanceTimersByTimeAsync(10);
	const later = [1, 2, 3].map(async () => await shared.ask(performance.now(), 1_000, read));
	await jest.advanceTimersByTimeAsync(500);
	expect(await Promise.all([first, ...later])).toEqual([1, 2, 2, 2]);
});
