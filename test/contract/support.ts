import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { AppointmentScheduling } from '../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { dialects, type DialectName } from '../stand-in/dialects';
import { credentialOf, startService, type Service } from '../stand-in';
import { executeNode } from '../unit/support';

export { locator } from '../unit/support/locator';

export const presets = Object.keys(dialects) as DialectName[];

/** Far from UTC and with clocks that change, so that a wall clock in the wrong zone shows. */
export const zone = 'Europe/Madrid';

export interface Contract {
	service: Service;
	run(name: string, parameters?: INodeParameters, items?: IDataObject[]): Promise<IDataObject[]>;
	/** Each request since the last call: method, path and query as written, body as sent. */
	sent(): string[];
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

/** A strict service in a dialect, and the node with a credential that fits it. */
export async function contractIn(preset: DialectName, run = inProcess): Promise<Contract> {
	const service = await startService({ dialect: preset, zone, prefix: '/tenant' });
	const credentials = { ...credentialOf(service), timezone: zone };
	return {
		service,
		async run(name, parameters = {}, items = [{}]) {
			const [resource = '', operation = ''] = name.split(':');
			return await run(credentials, { resource, operation, ...parameters }, items);
		},
		sent() {
			const written = service.requests.entries.map(({ method, path, query, body }) =>
				[method, `${path.replace('/tenant/api/v3', '')}${query && `?${query}`}`, body]
					.filter(Boolean)
					.join(' '),
			);
			service.requests.clear();
			return written;
		},
	};
}
