import { createServer } from 'node:net';

// Below the range from which systems take the ports of outgoing connections, so that none of
// those takes a port between the look here and the start of the server that it is meant for.
const lowest = 15_000;
/** Jest's workers run at the same time and take their ports from different ranges. */
const RANGE = 1_500;
const RANGES = 10;
const first = lowest + (Number(process.env.JEST_WORKER_ID ?? 0) % RANGES) * RANGE;
const given = new Set<number>();

/** Ports on the loopback address that nothing listens on, none of them twice. */
export async function freePorts(count: number): Promise<number[]> {
	const ports: number[] = [];
	while (ports.length < count) {
		const port = first + Math.floor(Math.random() * RANGE);
		if (given.has(port) || !(await isFree(port))) continue;
		given.add(port);
		ports.push(port);
	}
	return ports;
}

/** Whether nothing listens on the port. */
export function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}
