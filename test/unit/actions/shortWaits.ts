type WaitUntil = (isOver: () => boolean, ms: number) => Promise<void>;

/** Imported before all else: the waits of requests take a fiftieth of the time. */
jest.mock('../../../nodes/AppointmentScheduling/concurrency/wait', () => {
	const actual = jest.requireActual<{ waitUntil: WaitUntil }>(
		'../../../nodes/AppointmentScheduling/concurrency/wait',
	);
	const waitUntil: WaitUntil = async (isOver, ms) => await actual.waitUntil(isOver, ms / 50);
	return { ...actual, waitUntil };
});

export {};
