type WaitUntil = (isOver: () => boolean, ms: number) => Promise<void>;

/** For `jest.mock`: the module with the waits of requests, which take a fiftieth of the time. */
export function shortWaits() {
	const actual = jest.requireActual<{ waitUntil: WaitUntil }>(
		'../../../nodes/AppointmentScheduling/service/wait',
	);
	const waitUntil: WaitUntil = async (isOver, ms) => await actual.waitUntil(isOver, ms / 50);
	return { ...actual, waitUntil };
}
