import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listCalendars } from '../service/calendars';
import { InputError } from '../service/core/errors';
import { contains, list } from './list';

/** The calendars of coming and recent appointments, because no operation lists calendars. */
export async function searchCalendars(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await list(this, async (client) => {
		const { elements, incomplete } = await listCalendars(client);
		const names = elements
			.map(({ calendar_key: key, name }) => [String(key), String(name ?? key)] as const)
			.filter(([key, name]) => contains(`${name} ${key}`, filter));
		if (names.length > 0 || incomplete === undefined) return { names: new Map(names) };
		// The editor would say that there is none.
		throw new InputError(
			'Calendar',
			`nothing was found. ${incomplete}`,
			'Choose By Key, and enter the calendar_key of an appointment',
		);
	});
}
