import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startService, type DialectName, type Service } from '../../stand-in';
import { runAction, type Action, type ActionResult } from '../harness';
import { credentialOf, type Bench } from './bench';

export { locator } from '../../unit/support/locator';

/** A service in one dialect, and the node's operations against it. */
export interface Spoken {
	service: Service;
	credentialId: string;
	run(parameters: INodeParameters, action?: Partial<Action>): Promise<ActionResult>;
}

/** Starts a service in this dialect beside the bench's n8n, with short pages. */
export function useDialect(bench: Bench, like: DialectName): Spoken {
	const spoken = {} as Spoken;
	beforeAll(async () => {
		spoken.service = await startService({ dialect: { like, pageSize: 20 } });
		spoken.credentialId = await bench.n8n.api.createCredential(credentialOf(spoken.service));
		spoken.run = async (parameters, action) =>
			await runAction(bench.n8n, { parameters, credentialId: spoken.credentialId, ...action });
	});
	afterAll(async () => await spoken.service.stop());
	beforeEach(() => spoken.service.requests.clear());
	return spoken;
}

export const keysOf = (appointments: ReadonlyArray<IDataObject | { appointment_key: string }>) =>
	appointments.map(({ appointment_key }) => appointment_key);
