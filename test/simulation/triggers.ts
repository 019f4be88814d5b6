import { CANCELED, CREATED, UPDATED } from './account';
import type { Circumstances, Options } from './circumstances';
import { POLLING, WEBHOOK, type TriggerNode } from './workflow';

/** The triggers of a workflow, as people have set them. */
export function triggersOf(triggers: Circumstances['triggers'], options: Options): TriggerNode[] {
	const { events, catchUp, onlyWhenChanged, status, urlSecret } = options;
	const calendar = { __rl: true, mode: 'key', value: options.calendar };
	const documented = [CREATED, UPDATED, CANCELED];
	const webhook = {
		events: events.filter((kind) => documented.includes(kind)),
		additionalEvents: events.filter((kind) => !documented.includes(kind)).join(', '),
		options: {
			catchUp,
			onlyWhenChanged,
			status,
			urlSecret,
			verify: options.verify ? 'refetch' : 'none',
			respond: options.whenFinished ? 'whenFinished' : 'immediately',
			...(options.calendar && { calendar }),
		},
	};
	const polling = {
		event: options.polled,
		leadTime: 24,
		leadTimeUnit: 'hours',
		filters: { ...(status.length > 0 && { status }), ...(options.calendar && { calendar }) },
	};
	return [
		...(triggers === 'polling'
			? []
			: [{ name: 'Webhook', className: WEBHOOK, parameters: webhook } as const]),
		...(triggers === 'two webhooks'
			? [{ name: 'Second Webhook', className: WEBHOOK, parameters: webhook } as const]
			: []),
		...(triggers.includes('polling')
			? [{ name: 'Polling', className: POLLING, parameters: polling } as const]
			: []),
	];
}
