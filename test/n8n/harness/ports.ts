import { createServer } from 'node:net';

// Below the range from which systems take the ports of outgoing connections, so that none of
// those takes a port between the look here and the start of the server that it is meant for.
const lowest = 15_000;
const highest = 30_000;

/** Ports on the loopback address that nothing listens on, all different. */
export async function freePorts(count: number): Promise<number[]> {
	const ports = new Set<number>();
	while (ports.size < count) {
		const port = lowest + Math.floor(Math.random() * (highest - lowest));
		if (await isFree(port)) ports.add(port);
	}
	return [...ports];
}

/** Whether nothing listens on the port. */
export function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}
