import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listCalendars } from '../service/calendars';
import { keyIn } from '../service/values/keys';
import { textIn } from '../service/values/objects';
import { contains, list } from './list';

export async function searchCalendars(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await list(this, async (client) => {
		const { entries } = await listCalendars(client);
		const names = entries.flatMap(({ calendar_key, name }) => {
			const key = keyIn(calendar_key);
			return key === undefined ? [] : [[key, textIn(name) ?? key] as const];
		});
		return { names: new Map(names.filter((parts) => contains(parts.join(' '), filter))) };
	});
}
