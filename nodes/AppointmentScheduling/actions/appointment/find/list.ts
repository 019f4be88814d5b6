import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { pauses } from '../../../concurrency/wait';
import { listFilters } from '../../../parameters/filters';
import { trueOrFalse } from '../../../parameters/values';
import { simplified } from '../../../service/appointment';
import { listByStatuses } from '../../../service/appointments';
import { ALL_ENTRIES } from '../../../service/lists';
import { wholeDays } from '../../../service/values/entered';
import type { AppointmentFilters } from '../../../service/vocabulary';
import type { ItemParameters } from '../../itemParameters';
import { limitedEntries } from '../../lists';
import { askedIn, noteList } from '../../notes';
import type { Call } from '../../operation';
import { clientPhoneIn } from './clientPhone';
import { hintUnusual, ofClient, ofDays } from './selected';
import { withKeys } from './named';
import { ANY_DAYS, chosenDays } from '../when';

const PHONE_HINT =
	"Nothing was found with the filter 'Phone'. The service compares it in its own way: write it as the service shows it";

export async function listChosen(call: Call): Promise<IDataObject[]> {
	const { parameters, client, zone } = call;
	const isSimple = trueOrFalse(parameters.get('simplify'), 'Simplify');
	const phone = clientPhoneIn(parameters);
	const days = chosenDays(call, ANY_DAYS);
	const given = await withKeys(call, parameters.collection('filters'));
	const { filters, statuses } = listFilters(given, zone, days);
	if (isNameAlone(parameters, filters)) {
		const today = DateTime.now().setZone(zone()).toFormat('yyyy-MM-dd');
		filters.start_date = wholeDays(today, today, zone()).start_date;
		call.note('A name without days means from today on');
	}
	const isSelected = days !== undefined || phone !== undefined;
	const read = async (most: number) => {
		// What is selected here counts for the limit, and the service's order is unknown.
		const list = await listByStatuses(client, filters, statuses, isSelected ? ALL_ENTRIES : most);
		const own = phone === undefined ? list.entries : await ofClient(call, list.entries, phone);
		return { ...list, entries: days ? await ofDays(call, own, days) : own };
	};
	const found = await limitedEntries(call, read, 'Fewer days or more filters show the others');
	hintUnusual(call, found);
	if (found.length === 0) {
		call.note('No appointment found');
		if (filters.phone !== undefined) call.hint(PHONE_HINT);
	}
	noteList(call, filters, askedIn(call, filters, statuses));
	return isSimple ? await simplifiedItems(call, found) : found;
}

async function simplifiedItems(call: Call, found: IDataObject[]): Promise<IDataObject[]> {
	const zone = call.zoneIfSet();
	const pause = pauses();
	const items: IDataObject[] = [];
	for (const one of found) {
		await pause();
		items.push(simplified(one, zone));
	}
	return items;
}

/** A model that asks for a client by name means what is coming. For all, it chooses Any Time. */
function isNameAlone(parameters: ItemParameters, filters: AppointmentFilters): boolean {
	const { name, start_date, end_date } = filters;
	if (name === undefined || start_date !== undefined || end_date !== undefined) return false;
	return parameters.isTool && !parameters.isGiven('when');
}
