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

/** Holds the start of a run until it is released, or fails it. */
export function held(trigger: TriggerWorkflow) {
	const outcome = { release: () => {}, fail: () => {} };
	const open = new Promise<void>((resolve, reject) => {
		outcome.release = resolve;
		outcome.fail = () => reject(new Error('database is locked'));
	});
	const begun = new Promise<void>((begin) => {
		trigger.beforeStart = async () => {
			begin();
			await open;
		};
	});
	return { ...outcome, begun };
}

/** A delivery whose sender gives up during the start of the run. */
export async function abandoned(trigger: TriggerWorkflow, body: unknown) {
	const hold = held(trigger);
	let giveUp = () => {};
	const sent = trigger.deliver({ body, onOpen: (opened) => (giveUp = opened) });
	await hold.begun;
	giveUp();
	trigger.beforeStart = () => {};
	return { ...hold, sent };
}

/** Sends a delivery as the service does: again, as long as the response is 503. Returns the last status. */
export async function sendUntilTaken(
	trigger: TriggerWorkflow,
	body: unknown,
): Promise<number | undefined> {
	let status: number | undefined = 503;
	for (let attempt = 0; status === 503 && attempt < 20; attempt += 1) {
		({ status } = await trigger.deliver({ body }));
	}
	return status;
}

/** The items that reached the node after the trigger, run by run; empty runs included. */
export async function runsOf(trigger: TriggerWorkflow) {
	return (await trigger.finished()).map(({ items }) => items.map(({ json }) => json));
}
