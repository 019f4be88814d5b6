import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';

import { AppointmentSchedulingTrigger } from '../../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import { credentialOf, type Service } from '../../../stand-in';
import { type NodeOptions, TriggerWorkflow } from '../../support';

export { service } from '../../support/service';

export const CREATED = 'appointment.created';
export const UPDATED = 'appointment.updated';
export const CANCELED = 'appointment.canceled';

/** A workflow with the trigger, for a service if one is given, whose deliveries have the registered URL. */
export function triggerFor(
	at: Service | undefined,
	parameters: INodeParameters = {},
	options: NodeOptions = {},
): TriggerWorkflow {
	const trigger = new TriggerWorkflow(AppointmentSchedulingTrigger, {
		...(at && { credentials: credentialOf(at) }),
		...options,
		parameters: { options: {}, ...parameters },
	});
	const deliver = trigger.deliver.bind(trigger);
	trigger.deliver = async (delivery) =>
		await deliver({ query: queryOf(at, trigger, delivery.test), ...delivery });
	return trigger;
}

function queryOf(at: Service | undefined, trigger: TriggerWorkflow, isTest = false): string {
	const address = isTest ? trigger.testWebhookUrl : trigger.webhookUrl;
	const registered = at?.webhooks.list().find(({ url }) => url.startsWith(`${address}?`));
	return registered ? new URL(registered.url).search : '';
}

/** A notification as the document shows it. */
export function notification(
	changes: { event?: string; timestamp?: string; data?: Record<string, unknown> } = {},
): { event: string; timestamp: string; data: Record<string, unknown> } {
	return {
		event: CREATED,
		timestamp: '2026-03-01T10:00:00.123456+01:00',
		...changes,
		data: {
			appointment_key: randomUUID(),
			search_code: 'AP-000001',
			status: 'CONFIRMED',
			start_date: '2026-03-02T09:00:00+01:00',
			calendar: { calendar_key: 'b4c2a7de-0000-4000-a000-000000000001', name: 'Dentistry' },
			person: { full_name: 'Ana García', email: 'ana@example.com' },
			...changes.data,
		},
	};
}

/** The items that reached the node after the trigger, run by run; empty runs included. */
export async function runsOf(trigger: TriggerWorkflow) {
	return (await trigger.finished()).map(({ items }) => items.map(({ json }) => json));
}
