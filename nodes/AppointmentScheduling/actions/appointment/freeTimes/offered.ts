import type { IDataObject } from 'n8n-workflow';

import { namesOf, oneOf, wholeNumber } from '../../../parameters/values';
import { InputError } from '../../../service/errors';
import { daysFrom, freeTimes, type Wanted } from '../../../service/freeTimes';
import { countDays, momentIn } from '../../../service/values/dates';
import { wholeDays } from '../../../service/values/entered';
import { readableStart } from '../../../service/values/starts';
import { limitedEntries } from '../../lists';
import { noteList } from '../../notes';
import type { Call } from '../../operation';
import { MIN_VACANCIES, OFFERED, OFFERED_TO, WEEKDAYS } from './options';
import { calendarKey, serviceKeys } from '../find/named';
import { shownDays, shownHours } from './hours';
import { chosenDays, COMING_DAYS } from '../when';

const MOST_DAYS = 31;

/** @throws InputError, ServiceError */
export async function offeredTimes(call: Call): Promise<IDataObject[]> {
	const { client, parameters } = call;
	const zone = call.zone();
	// Without a choice, it is the next 7 days.
	const [first, last] = chosenDays(call, COMING_DAYS)!;
	const count = countDays(first, last);
	if (count > MOST_DAYS) {
		const problem = `these are ${count} days, and free times are read for ${MOST_DAYS} at most`;
		throw new InputError('To', problem, 'Choose fewer days');
	}
	const options = parameters.collection('options');
	const isShown = shownHours(options, zone);
	// Each day is a request.
	const days = daysFrom(first, last).filter(shownDays(options));
	const wanted = await wantedTimes(call);
	let hidden = 0;
	const isOffered = (time: IDataObject) => {
		const isIts = isShown(time);
		if (!isIts) hidden += 1;
		return isIts;
	};
	const found = await limitedEntries(
		call,
		async (most) => freeTimes(client, wanted, days, most, isOffered),
		'Fewer days show the others',
	);
	if (found.length === 0) {
		const leftOut = count - days.length;
		if (leftOut > 0) call.hint(`Days that '${WEEKDAYS}' hides were not asked for: ${leftOut}`);
		if (hidden > 0) call.hint(`The options hide all free times of these days: ${hidden}`);
		else if (days.length > 0) call.note('The service offers no free time on these days');
	}
	noteList(call, wholeDays(first, last, zone), [`calendar key: ${wanted.calendar_key}`]);
	return found.map((time) => shownTime(call, time));
}

/** @throws InputError */
async function wantedTimes(call: Call): Promise<Wanted> {
	const { parameters } = call;
	const options: IDataObject = {
		...(parameters.isTool && { offeredTo: 'client' }),
		...parameters.collection('options'),
	};
	const chosen = {
		...('minVacancies' in options && {
			min_vacancies_available: wholeNumber(options.minVacancies, MIN_VACANCIES, 1),
		}),
		...('offeredTo' in options && {
			action_new_appointment: oneOf(namesOf(OFFERED_TO), options.offeredTo, OFFERED),
		}),
	};
	const named = parameters.get('serviceKeys');
	// As of an appointment without services. In a tool it may bind the model.
	const isNone = !parameters.isTool && Array.isArray(named) && named.length === 0;
	const services = parameters.isGiven('serviceKeys') &&
		!isNone && { service_keys: await serviceKeys(call, named) };
	const calendar_key = await calendarKey(call, parameters.get('calendar'));
	return { calendar_key, ...services, ...chosen };
}

/** Start and end as sent, and for a model the day of the week, which it cannot compute. */
function shownTime({ parameters, client: { zone } }: Call, time: IDataObject): IDataObject {
	const { start_date, end_date, vacancies_available, calendar_key } = time;
	const start = parameters.isTool ? momentIn(start_date, zone) : undefined;
	return {
		start_date,
		end_date,
		vacancies_available,
		calendar_key,
		...(start && { weekday: readableStart(start, zone).weekday }),
	};
}
