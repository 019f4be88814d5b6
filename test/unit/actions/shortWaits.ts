type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

/** For `jest.mock`: the module with the waits of requests, which take a fiftieth of the time. */
export function shortWaits() {
	const actual = jest.requireActual<{ wait: Wait }>(
		'../../../nodes/AppointmentScheduling/service/http/wait',
	);
	const wait: Wait = async (ms, signal) => await actual.wait(ms / 50, signal);
	return { ...actual, wait };
}
