import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { chosenEvents } from '../fields/events';
import { validStatus } from '../fields/status';
import { asLocator, oneOf, trueOrFalse } from '../fields/values';
import { textList, validKey } from '../service/values/keys';
import type { DeliveryFilter } from './filter';

export interface TriggerSettings {
	events: string[];
	deduplicate: boolean;
	verify: boolean;
	urlSecret: boolean;
	whenFinished: boolean;
	filter: DeliveryFilter;
}

/** The trigger's parameters. @throws InputError: an option that can't be read must not count as off */
export function triggerSettings(context: IHookFunctions | IWebhookFunctions): TriggerSettings {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const option = (name: string, unset: unknown) => (name in options ? options[name] : unset);
	const { value: calendar = '' } = asLocator(options.calendar);
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
		filter: {
			calendar: calendar === '' ? undefined : validKey(calendar, 'Calendar'),
			statuses: textList(options.status).map(validStatus),
		},
	};
}
