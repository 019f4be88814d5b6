import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { listServices } from '../service/calendars';
import { keyIn } from '../service/values/keys';
import { textIn } from '../service/values/objects';
import { list } from './list';

/** All of them: appointments of the past may have one that is not active any more. */
export async function getServices(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { results } = await list(this, async (client) => {
		const { entries } = await listServices(client);
		const names = entries.flatMap((entry) => {
			const key = keyIn(entry.service_key);
			return key === undefined ? [] : [[key, label(entry, key)] as const];
		});
		return { names: new Map(names.sort(([, one], [, other]) => one.localeCompare(other))) };
	});
	return results;
}

/** Retorno (30 min) */
function label({ name, duration, is_active }: IDataObject, key: string): string {
	const details = [
		...(typeof duration === 'number' ? [`${duration} min`] : []),
		...(is_active === false ? ['not active'] : []),
	];
	const shown = textIn(name) ?? key;
	return details.length > 0 ? `${shown} (${details.join(', ')})` : shown;
}
