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
export interface Fixture<T extends Instance = Instance> {
	n8n: T;
	service: Service;
	/** A credential of n8n that fits the service. */
	credentialId: string;
}

/** A busy n8n refuses a delivery before the node sees it. */
export const isUnseen = ({ status = 0, body = '' }: Attempt) => hasNoDatabase(status, body);

/** Starts both before the tests of the file and stops them afterwards. */
export function useFixture(
	serviceOptions: ServiceOptions = {},
	n8nOptions: N8nOptions = {},
): Fixture<N8n> {
	const start = async () => await startN8n({ packageTarball: await packTarball(), ...n8nOptions });
	const fixture = prepared(serviceOptions, start);
	afterAll(async () => {
		try {
			await fixture.n8n?.stop();
		} finally {
			await fixture.service?.stop();
		}
	});
	return fixture;
}

/** For tests that leave n8n as it is: the same n8n for several files, and a service for this one. */
export function useSharedN8n(serviceOptions: ServiceOptions = {}): Fixture {
	const fixture = prepared(serviceOptions, sharedN8n);
	afterAll(async () => await fixture.service?.stop());
	return fixture;
}

function prepared<T extends Instance>(
	serviceOptions: ServiceOptions,
	start: () => Promise<T>,
): Fixture<T> {
	const fixture = {} as Fixture<T>;
	beforeAll(async () => {
		// Patience: a busy machine takes long to respond.
		const deliveries = { timeout: 240_000, isUnseen, ...serviceOptions.deliveries };
		fixture.service = await startService({ ...serviceOptions, deliveries });
		fixture.n8n = await start();
		fixture.credentialId = await fixture.n8n.api.createCredential(credentialOf(fixture.service));
	});
	return fixture;
}
