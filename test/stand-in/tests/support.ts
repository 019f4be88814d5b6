import { request } from '../../support/request';
import { startService, type Service, type ServiceOptions } from '..';

type Json = Record<string, unknown>;

interface Asked {
	status: number;
	headers: NodeJS.Dict<string | string[]>;
	json: Json & { count: number; results: Json[] };
	text: string;
}

const started: Service[] = [];

/** A service with a client that has its token. */
export async function standIn(options: ServiceOptions = {}) {
	const service = await startService(options);
	started.push(service);
	const ask = async (line: string, body?: unknown, more: object = {}): Promise<Asked> => {
		const [method, path] = line.split(' ');
		const headers = { authorization: `Bearer ${service.token}`, ...more };
		const asked = await request(`${service.baseUrl}/api/v3/${path}`, { method, headers, body });
		return asked as Asked;
	};
	return { service, ask };
}

afterEach(async () => {
	await Promise.all(started.splice(0).map(async (service) => await service.stop()));
});
