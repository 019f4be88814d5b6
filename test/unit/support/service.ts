import { startService, type Service, type ServiceOptions } from '../../stand-in';

const started: Service[] = [];

afterAll(async () => {
	await Promise.all(started.splice(0).map(async (running) => await running.stop()));
});

/** The stand-in, stopped when the test file ends. */
export async function service(options: ServiceOptions = {}): Promise<Service> {
	const running = await startService(options);
	started.push(running);
	return running;
}
