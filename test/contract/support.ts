import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { AppointmentScheduling } from '../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { credentialOf, startService, type Service, type Shape } from '../stand-in';
import { executeNode } from '../unit/support';

export { locator } from '../unit/support/locator';

export const shapes: Shape[] = ['samples', 'document'];

/** Far from UTC and with clocks that change, so that a wall clock in the wrong zone shows. */
export const zone = 'Europe/Madrid';

export type Sent = [line: string, content: object];

export interface Contract {
	service: Service;
	run(name: string, parameters?: INodeParameters, items?: IDataObject[]): Promise<IDataObject[]>;
	/** Each request since the last call: method and path, and its body, or its query without one. */
	sent(): Sent[];
}

/** Runs the node with a credential over items, and returns what leaves it. */
type Run = (
	credentials: ICredentialDataDecryptedObject,
	parameters: INodeParameters,
	items: IDataObject[],
) => Promise<IDataObject[]>;

const inProcess: Run = async (credentials, parameters, items) => {
	const options = { parameters, items, credentials, timezone: zone };
	const output = await executeNode(AppointmentScheduling, options);
	return output.items.map(({ json }) => json);
};

/** A service that shows this shape, and the node with a credential that fits it. */
export async function contractIn(shape: Shape, run = inProcess): Promise<Contract> {
	const service = await startService({ shape, zone, prefix: '/tenant' });
	const credentials = credentialOf(service);
	return {
		service,
		async run(name, parameters = {}, items = [{}]) {
			const [resource = '', operation = ''] = name.split(':');
			return await run(credentials, { resource, operation, ...parameters }, items);
		},
		sent() {
			const sent = service.requests.entries.map(({ method, path, query, body }): Sent => {
				const content = body
					? (JSON.parse(body) as object)
					: Object.fromEntries(new URLSearchParams(query));
				return [`${method} ${path.replace('/tenant/api/v3', '')}`, content];
			});
			// Nothing is sent that the service does not know.
			const unknown = service.requests.entries.flatMap(({ ignored }) => ignored);
			service.requests.clear();
			expect(unknown).toEqual([]);
			return sent;
		},
	};
}
