import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { chosenEvents } from '../fields/events';
import { asLocator } from '../fields/values';
import { textList } from '../service/keys';
import type { DeliveryFilter } from './wanted';

export interface TriggerSettings {
	events: string[];
	deduplicate: boolean;
	verify: boolean;
	urlSecret: boolean;
	whenFinished: boolean;
	filter: DeliveryFilter;
}

/** The trigger's parameters. @throws InputError when no event is chosen */
export function triggerSettings(context: IHookFunctions | IWebhookFunctions): TriggerSettings {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const calendar = textList(asLocator(options.calendar).value)[0];
	return {
		events: chosenEvents(
			context.getNodeParameter('events', []),
			context.getNodeParameter('additionalEvents', ''),
			'Trigger On',
		),
		deduplicate: options.deduplicate !== false,
		verify: options.verify === 'refetch',
		urlSecret: options.urlSecret === true,
		whenFinished: options.respond === 'whenFinished',
		filter: { calendar, statuses: textList(options.status) },
	};
}
