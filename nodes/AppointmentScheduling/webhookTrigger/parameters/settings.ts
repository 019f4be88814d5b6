import type {
	IDataObject,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { chosenEvents } from '../../parameters/events';
import { locatorKey } from '../../parameters/locator';
import { namesOf, oneOf } from '../../parameters/values';
import { HOUR_MS, MINUTE_MS } from '../../service/values/dates';
import { EVENT_KINDS } from '../../service/vocabulary';
import type { Rules } from '../../watching/difference';

/** ms between two checks of the list. */
const INTERVALS = {
	everyMinute: MINUTE_MS,
	every5Minutes: 5 * MINUTE_MS,
	every15Minutes: 15 * MINUTE_MS,
	hourly: HOUR_MS,
};

const KINDS = namesOf(EVENT_KINDS);

export type TriggerSettings = ReturnType<typeof triggerSettings>;

/**
 * The trigger's parameters. For those that do not apply to Run For, n8n returns the default.
 * @throws InputError, because an invalid option must not count as off
 */
export function triggerSettings(context: IHookFunctions | ITriggerFunctions | IWebhookFunctions) {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const runFor = context.getNodeParameter('runFor', 'notifications');
	const registration = context.getNodeParameter('registration', 'automatic');
	const isForChanges = oneOf(['notifications', 'changes'], runFor, 'Run For') === 'changes';
	const check = context.getNodeParameter('check', 'every5Minutes');
	const events: string[] = chosenEvents(context.getNodeParameter('events', []), 'Trigger On').map(
		(event) => oneOf(KINDS, event, 'Trigger On'),
	);
	return {
		isForChanges,
		isByHand: oneOf(['automatic', 'manual'], registration, 'Webhook Registration') === 'manual',
		/** What starts an execution. */
		events,
		/** What the service delivers. With Each Change, all kinds say where to look. */
		registeredEvents: isForChanges ? KINDS : events,
		/** Undefined for all. */
		calendar: 'calendar' in options ? locatorKey(options.calendar, 'Calendar') : undefined,
		checkMs: INTERVALS[oneOf(namesOf(INTERVALS), check, 'Check the List')],
	};
}

/** What starts an execution with Each Change, which watches all calendars. An unknown one passes. */
export function rulesFor({ events, calendar }: TriggerSettings): Rules {
	return {
		isReady: () => true,
		isSelected: (event, _before, now) =>
			events.includes(`appointment.${event}`) &&
			(calendar === undefined || [undefined, calendar].includes(now.calendar)),
	};
}
