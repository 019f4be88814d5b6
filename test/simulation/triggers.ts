import { CANCELED, CREATED, UPDATED } from './account';
import type { Circumstances, Options } from './circumstances';
import { POLLING_CLASS, WEBHOOK, type TriggerNode } from './workflow';

/** The name of the polling trigger in the workflow. */
export const POLLING = 'Polling';

/** The triggers of a workflow, as people have set them. */
export function triggersOf(triggers: Circumstances['triggers'], options: Options): TriggerNode[] {
	const { events, catchUp, onlyWhenChanged, status, urlSecret, deduplicate } = options;
	const calendar = { __rl: true, mode: 'key', value: options.calendar };
	const documented = [CREATED, UPDATED, CANCELED];
	const webhook = {
		events: events.filter((kind) => documented.includes(kind)),
		additionalEvents: events.filter((kind) => !documented.includes(kind)).join(', '),
		options: {
			catchUp,
			...(onlyWhenChanged.length > 0 && { onlyWhenChanged }),
			...(status.length > 0 && { status }),
			urlSecret,
			deduplicate,
			verify: options.verify ? 'refetch' : 'none',
			respond: options.whenFinished ? 'whenFinished' : 'immediately',
			...(options.calendar && { calendar }),
		},
	};
	const hours = options.moreLeadTimes.map((leadTime) => ({ leadTime, leadTimeUnit: 'hours' }));
	const polling = {
		event: options.polled,
		leadTime: 24,
		leadTimeUnit: 'hours',
		moreLeadTimes: { leadTimes: hours },
		filters: { ...(status.length > 0 && { status }), ...(options.calendar && { calendar }) },
		options: { skipShortNotice: options.skipShortNotice },
	};
	const all: Record<string, TriggerNode> = {
		webhook: { name: 'Webhook', className: WEBHOOK, parameters: webhook },
		second: { name: 'Second Webhook', className: WEBHOOK, parameters: webhook },
		polling: { name: POLLING, className: POLLING_CLASS, parameters: polling },
	};
	return {
		webhook: [all.webhook!],
		'webhook and polling': [all.webhook!, all.polling!],
		'two webhooks': [all.webhook!, all.second!],
		polling: [all.polling!],
	}[triggers];
}
