import type {
	IDataObject,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { chosenEvents } from '../fields/events';
import { asLocator } from '../fields/locator';
import { validStatus } from '../fields/status';
import { namesOf, oneOf, trueOrFalse } from '../fields/values';
import { textList, validKey } from '../service/values/keys';
import type { DeliveryFilter } from './filter';

/** ms between two checks for missed events. Infinity: only when n8n starts. */
const INTERVALS = {
	off: undefined,
	atStart: Infinity,
	everyMinute: 60_000,
	every5Minutes: 300_000,
	every15Minutes: 900_000,
	hourly: 3_600_000,
} as const;

const CHANGES = ['start', 'status'] as const;

export interface TriggerSettings {
	events: string[];
	deduplicate: boolean;
	verify: boolean;
	urlSecret: boolean;
	whenFinished: boolean;
	filter: DeliveryFilter;
	/** ms between two checks. Undefined for none. */
	catchUp: number | undefined;
	/** An update starts a run only if one of these changed. Empty for any update. */
	onlyWhenChanged: Array<(typeof CHANGES)[number]>;
	/** Whether an option needs the last known state of appointments. */
	watches: boolean;
}

/** The trigger's parameters. @throws InputError, because an invalid option must not count as off */
export function triggerSettings(
	context: IHookFunctions | ITriggerFunctions | IWebhookFunctions,
): TriggerSettings {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const option = (name: string, unset: unknown) => (name in options ? options[name] : unset);
	const { value: calendar = '' } = asLocator(options.calendar);
	const catchUp = INTERVALS[oneOf(namesOf(INTERVALS), option('catchUp', 'off'), 'Catch Up')];
	const onlyWhenChanged = textList(options.onlyWhenChanged).map((field) =>
		oneOf(CHANGES, field, 'Only When Changed'),
	);
	return {
		events: chosenEvents(
			context.getNodeParameter('events', []),
			context.getNodeParameter('additionalEvents', ''),
			'Trigger On',
		),
		deduplicate: trueOrFalse(option('deduplicate', true), 'Deduplicate'),
		verify: oneOf(['none', 'refetch'], option('verify', 'none'), 'Verify') === 'refetch',
		urlSecret: trueOrFalse(option('urlSecret', false), 'URL Secret'),
		whenFinished:
			oneOf(['immediately', 'whenFinished'], option('respond', 'immediately'), 'Respond') ===
			'whenFinished',
		catchUp,
		onlyWhenChanged,
		watches: catchUp !== undefined || onlyWhenChanged.length > 0,
		filter: {
			calendar: calendar === '' ? undefined : validKey(calendar, 'Calendar'),
			statuses: textList(options.status).map(validStatus),
		},
	};
}
