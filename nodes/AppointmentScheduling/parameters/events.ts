import { InputError } from '../service/errors';
import { textList } from '../service/values/keys';
import { EVENT_KINDS } from '../service/vocabulary';
import { filledText } from './values';

export const eventOptions = Object.entries(EVENT_KINDS).map(([value, name]) => ({ name, value }));

/** Each one once, also others than the three known kinds. @throws InputError if there is none */
export function chosenEvents(value: unknown, field = 'Events'): string[] {
	const advice = 'Choose at least one event';
	const events = textList(value).map((event) => filledText(event, field, advice));
	if (events.length > 0) return [...new Set(events)];
	throw new InputError(field, 'no event was chosen', advice);
}
