import {
	credentialOf,
	startService,
	type Attempt,
	type Service,
	type ServiceOptions,
} from '../../stand-in';
import { hasNoDatabase, packTarball, startN8n, type N8n, type N8nOptions } from '../harness';

export { credentialOf };

/** What the tests of a file share: one n8n with the packed package, and one service. */
export interface Bench {
	n8n: N8n;
	service: Service;
	/** A credential of n8n that fits the service. */
	credentialId: string;
}

/** A busy n8n refuses a delivery before the node sees it. */
export const isUnseen = ({ status = 0, body = '' }: Attempt) => hasNoDatabase(status, body);

/** Starts both before the tests of the file and stops them afterwards. */
export function useBench(serviceOptions: ServiceOptions = {}, n8nOptions: N8nOptions = {}): Bench {
	const bench = {} as Bench;
	beforeAll(async () => {
		// Patience: a busy machine takes long to respond.
		const deliveries = { timeout: 60_000, isUnseen, ...serviceOptions.deliveries };
		bench.service = await startService({ ...serviceOptions, deliveries });
		bench.n8n = await startN8n({ packageTarball: await packTarball(), ...n8nOptions });
		bench.credentialId = await bench.n8n.api.createCredential(credentialOf(bench.service));
	});
	afterAll(async () => {
		try {
			await bench.n8n?.stop();
		} finally {
			await bench.service?.stop();
		}
	});
	return bench;
}
