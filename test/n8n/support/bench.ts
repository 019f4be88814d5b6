import {
	credentialOf,
	startService,
	type Attempt,
	type Service,
	type ServiceOptions,
} from '../../stand-in';
import {
	hasNoDatabase,
	packTarball,
	startN8n,
	type Instance,
	type N8n,
	type N8nOptions,
} from '../harness';
import { sharedN8n } from '../harness/shared';

export { credentialOf };

/** What the tests of a file share: one n8n with the packed package, and one service. */
export interface Bench<T extends Instance = Instance> {
	n8n: T;
	service: Service;
	/** A credential of n8n that fits the service. */
	credentialId: string;
}

/** A busy n8n refuses a delivery before the node sees it. */
export const isUnseen = ({ status = 0, body = '' }: Attempt) => hasNoDatabase(status, body);

/** Starts both before the tests of the file and stops them afterwards. */
export function useBench(
	serviceOptions: ServiceOptions = {},
	n8nOptions: N8nOptions | (() => Promise<N8nOptions>) = {},
): Bench<N8n> {
	const start = async () => {
		const options = typeof n8nOptions === 'function' ? await n8nOptions() : n8nOptions;
		return await startN8n({ packageTarball: await packTarball(), ...options });
	};
	const bench = prepared(serviceOptions, start);
	afterAll(async () => {
		try {
			await bench.n8n?.stop();
		} finally {
			await bench.service?.stop();
		}
	});
	return bench;
}

/** For tests that leave n8n as it is: the same n8n for several files, and a service for this one. */
export function useSharedN8n(serviceOptions: ServiceOptions = {}): Bench {
	const bench = prepared(serviceOptions, sharedN8n);
	afterAll(async () => await bench.service?.stop());
	return bench;
}

function prepared<T extends Instance>(
	serviceOptions: ServiceOptions,
	start: () => Promise<T>,
): Bench<T> {
	const bench = {} as Bench<T>;
	beforeAll(async () => {
		// Patience: a busy machine takes long to respond.
		const deliveries = { timeout: 240_000, isUnseen, ...serviceOptions.deliveries };
		bench.service = await startService({ ...serviceOptions, deliveries });
		bench.n8n = await start();
		bench.credentialId = await bench.n8n.api.createCredential(credentialOf(bench.service));
	});
	return bench;
}
