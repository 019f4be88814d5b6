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
import { isInOtherCalendar } from '../../service/appointments';
import { textList } from '../../service/values/keys';
import { isSameState, type State } from '../../watching/former/state';
import { UPDATE_EVENT } from '../../service/core/vocabulary';

/** ms between two checks: there is no second one. */
export const ONLY_AT_START = Infinity;

/** ms between two checks for missed events. */
const INTERVALS = {
	off: undefined,
	atStart: ONLY_AT_START,
	everyMinute: 60_000,
	every5Minutes: 300_000,
	every15Minutes: 900_000,
	hourly: 3_600_000,
} as const;

const CHANGES = ['start', 'status'] as const;

export type TriggerSettings = ReturnType<typeof triggerSettings>;

/** The trigger's parameters. @throws InputError, because an invalid option must not count as off */
export function triggerSettings(context: IHookFunctions | ITriggerFunctions | IWebhookFunctions) {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const option = (name: string, unset: unknown) => (name in options ? options[name] : unset);
	const interval = oneOf(namesOf(INTERVALS), option('catchUp', 'off'), 'Catch Up');
	/** An update starts a run only if one of these changed. Empty for any update. */
	const onlyWhenChanged =
		'onlyWhenChanged' in options ? chosenChanges(options.onlyWhenChanged) : [];
	const statuses: string[] = 'status' in options ? chosenStatuses(options.status) : [];
	const respond = option('respond', 'immediately');
	return {
		events: chosenEvents(
			context.getNodeParameter('events', []),
			context.getNodeParameter('additionalEvents', ''),
			'Trigger On',
		),
		deduplicate: trueOrFalse(option('deduplicate', true), 'Deduplicate'),
		verify: oneOf(['none', 'refetch'], option('verify', 'none'), 'Verify') === 'refetch',
		urlSecret: trueOrFalse(option('urlSecret', false), 'URL Secret'),
		whenFinished: oneOf(['immediately', 'whenFinished'], respond, 'Respond') === 'whenFinished',
		catchUp: INTERVALS[interval] as number | undefined,
		onlyWhenChanged,
		/** Whether an option needs the last known state of appointments. */
		watches: interval !== 'off' || onlyWhenChanged.length > 0,
		/** Empty, or without a calendar, for any. */
		filter: {
			calendar: 'calendar' in options ? locatorKey(options.calendar, 'Calendar') : undefined,
			statuses,
		},
	};
}

function chosenChanges(value: unknown) {
	const chosen = textList(value).map((field) => oneOf(CHANGES, field, 'Only When Changed'));
	if (chosen.length > 0) return chosen;
	throw new InputError(
		'Only When Changed',
		'nothing is selected',
		'Choose Start, Status or both, or remove the option',
	);
}

/** For Only When Changed, an update is a change if the former or the present value is unknown. */
export function isWanted(
	{ event, data }: { event: string; data: IDataObject | null },
	{ events, filter, onlyWhenChanged }: TriggerSettings,
	former?: State,
	now: State = {},
	agreement = 'utc',
): boolean {
	if (!events.includes(event) || !passes(data, filter)) return false;
	if (event !== UPDATE_EVENT || onlyWhenChanged.length === 0 || !former) return true;
	return onlyWhenChanged.some((field) => {
		const [before, after] = [former[field], now[field]];
		if (before === undefined || after === undefined) return true;
		return !isSameState({ [field]: before }, { [field]: after }, agreement);
	});
}

/** A missing field passes, because the API documentation shows the data of creations only. */
function passes(
	data: IDataObject | null,
	{ calendar, statuses }: TriggerSettings['filter'],
): boolean {
	if (data === null) return true;
	if (calendar !== undefined && isInOtherCalendar(data, calendar)) return false;
	return statuses.length === 0 || typeof data.status !== 'string' || statuses.includes(data.status);
}
