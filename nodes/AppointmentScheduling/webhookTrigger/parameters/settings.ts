import type {
	IDataObject,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { chosenEvents } from '../../parameters/events';
import { chosenStatuses } from '../../parameters/filters';
import { locatorKey } from '../../parameters/locator';
import { namesOf, oneOf, trueOrFalse } from '../../parameters/values';
import { InputError } from '../../service/core/errors';
import { documentedStatus, EVENT_KINDS, UPDATE_EVENT } from '../../service/core/vocabulary';
import { MINUTE_MS } from '../../service/values/dates';
import { sameKey, textList } from '../../service/values/keys';
import type { Rules } from '../../watching/difference';
import { isOtherField, type State } from '../../watching/state';

/** ms between two checks of the list. */
const INTERVALS = {
	everyMinute: MINUTE_MS,
	every5Minutes: 5 * MINUTE_MS,
	every15Minutes: 15 * MINUTE_MS,
	hourly: 60 * MINUTE_MS,
};

const FIELDS = ['start', 'status', 'calendar'] as const;

export type TriggerSettings = ReturnType<typeof triggerSettings>;

/**
 * The trigger's parameters. Those that do not apply to Run For are not read.
 * @throws InputError, because an invalid option must not count as off
 */
export function triggerSettings(context: IHookFunctions | ITriggerFunctions | IWebhookFunctions) {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const runFor = context.getNodeParameter('runFor', 'notifications');
	const isForChanges = oneOf(['notifications', 'changes'], runFor, 'Run For') === 'changes';
	const option = (name: string, unset: unknown, isForOther = false) =>
		name in options && !isForOther ? options[name] : unset;
	const respond = option('respond', 'immediately', isForChanges);
	const additional = option('additionalEvents', '', isForChanges);
	const check = isForChanges ? context.getNodeParameter('check', 'every5Minutes') : 'hourly';
	const events = chosenEvents(context.getNodeParameter('events', []), additional, 'Trigger On');
	return {
		isForChanges,
		/** What starts an execution. */
		events,
		/** What the service delivers. With Each Change, all kinds say where to look. */
		registeredEvents: isForChanges ? Object.keys(EVENT_KINDS) : events,
		urlSecret: trueOrFalse(option('urlSecret', false), 'URL Secret'),
		/** Empty, or without a calendar, for any. */
		calendar: 'calendar' in options ? locatorKey(options.calendar, 'Calendar') : undefined,
		statuses: 'status' in options ? (chosenStatuses(options.status) as string[]) : [],
		deduplicate: trueOrFalse(option('deduplicate', true, isForChanges), 'Deduplicate'),
		whenFinished: oneOf(['immediately', 'whenFinished'], respond, 'Respond') === 'whenFinished',
		checkMs: INTERVALS[oneOf(namesOf(INTERVALS), check, 'Check the List')],
		/** An update starts an execution only if one of these changed. Empty for any. */
		onlyWhenChanged:
			isForChanges && 'onlyWhenChanged' in options ? chosenFields(options.onlyWhenChanged) : [],
	};
}

function chosenFields(value: unknown): Array<keyof State> {
	const chosen = textList(value).map((field) => oneOf(FIELDS, field, 'Only When Changed'));
	if (chosen.length > 0) return chosen;
	throw new InputError(
		'Only When Changed',
		'nothing is selected',
		'Choose at least one field, or remove the option',
	);
}

/** Whether a state passes Calendar and Status. An unknown field passes. */
export function passes(
	{ calendar, statuses }: Pick<TriggerSettings, 'calendar' | 'statuses'>,
	state: State,
): boolean {
	const isElsewhere =
		calendar !== undefined && state.calendar !== undefined && !sameKey(state.calendar, calendar);
	if (isElsewhere) return false;
	const { status } = state;
	return (
		statuses.length === 0 || status === undefined || statuses.includes(documentedStatus(status))
	);
}

/** What the trigger tells with Each Change. */
export function rulesFor(settings: TriggerSettings, zone: string): Rules {
	const { events, onlyWhenChanged } = settings;
	return {
		zone,
		passes: (state) => passes(settings, state),
		isSelected(event, before, now) {
			if (!events.includes(event)) return false;
			if (event !== UPDATE_EVENT || onlyWhenChanged.length === 0 || !before) return true;
			return onlyWhenChanged.some((field) => isOtherField(field, before, now, zone));
		},
	};
}
