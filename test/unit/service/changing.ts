import {
	cancel,
	reschedule,
	setStatus,
} from '../../../nodes/AppointmentScheduling/service/appointmentChanges';
import type { REPETITIONS } from '../../../nodes/AppointmentScheduling/service/http/change';
import type { ServiceClient } from '../../../nodes/AppointmentScheduling/service/http/client';
import type { ServiceAnswer } from '../../../nodes/AppointmentScheduling/service/http/response';
import type { ServiceSettings } from '../../../nodes/AppointmentScheduling/service/http/settings';
import {
	createWebhook,
	deleteWebhook,
	updateWebhook,
} from '../../../nodes/AppointmentScheduling/service/webhooks';
import { broken, json, talkTo, throughWaits } from './support';

export const start = '2026-05-01T10:00:00+02:00';
export const body = { url: 'https://a.example/x', events: ['appointment.created'] };
export const appointment = {
	appointment_key: 'c0ffee00',
	status: 'CONFIRMED',
	start_date: '2026-01-01T10:00:00Z',
};
export const other = { webhook_key: 'other', url: 'https://a.example/y', events: [] };
export const canceled = { ...appointment, status: 'CANCELED_CLIENT' };
export const moved = { ...appointment, status: 'PENDING', start_date: '2026-05-01T08:00:00Z' };
export const noShow = { ...appointment, status: 'NO_SHOW' };

export interface Case {
	name: keyof typeof REPETITIONS;
	make(client: ServiceClient): Promise<unknown>;
	/** What a check reads before and after the change, and what the change then returns. */
	before: unknown;
	after: unknown;
	returned: unknown;
}
export const newStatus: Case = {
	name: 'Update Status',
	make: async (client) => await setStatus(client, 'c0ffee00', 'NO_SHOW'),
	before: appointment,
	after: { data: noShow },
	returned: { data: noShow },
};
export const newStart: Case = {
	name: 'Reschedule',
	make: async (client) => await reschedule(client, 'c0ffee00', start),
	before: appointment,
	after: moved,
	returned: moved,
};
const cancellation = (name: Case['name'], sendEmail?: boolean): Case => ({
	name,
	make: async (client) => (await cancel(client, 'c0ffee00', sendEmail)).body,
	before: appointment,
	after: canceled,
	returned: canceled,
});
export const withEmail = cancellation('Any other Cancel', true);
export const withoutEmail = cancellation('Cancel with Send Email No', false);
export const deletion: Case = {
	name: 'Webhook Delete',
	make: async (client) => await deleteWebhook(client, 'C0FFEE00'),
	before: [other, { uuid: 'c0ffee00', ...body }],
	after: [other],
	returned: undefined,
};
export const creation: Case = {
	name: 'Webhook Create',
	make: async (client) => await createWebhook(client, body),
	before: [other],
	after: [other, { key: 'c0ffee00', ...body }],
	returned: { key: 'c0ffee00', ...body },
};
export const registration: Case = {
	...creation,
	name: "The trigger's own webhook",
	make: async (client) => await createWebhook(client, body, (url) => url === body.url),
};
export const update: Case = {
	name: 'Webhook Update',
	make: async (client) => await updateWebhook(client, 'C0FFEE00', body),
	before: [other, { id: 'c0ffee00', ...body, events: ['x'] }],
	after: [other, { id: 'c0ffee00', ...body }],
	returned: { id: 'c0ffee00', ...body },
};
export const changes: Case[] = [
	newStatus,
	newStart,
	withoutEmail,
	withEmail,
	cancellation('Any other Cancel'),
	creation,
	update,
	deletion,
	registration,
];

/** How a request for a change ends: in how many ms it takes effect, and what is answered. */
export interface Ending {
	takesEffect?: number;
	answer: () => ServiceAnswer;
}

export const failing = (status: number, headers: Record<string, unknown> = {}): Ending => ({
	answer: () => json({ detail: 'No.' }, status, headers),
});
export const breaking = (code: string): Ending => ({
	answer: () => {
		throw broken(code);
	},
});
export const answering = (answer: unknown, status = 200): Ending => ({
	answer: () => json(answer, status),
});
export const done: Ending = { takesEffect: 0, answer: () => json('', 204) };

/**
 * A service with one appointment or a few webhooks, where a change ends so; the last ending repeats.
 * Returns what the change returned or threw, and which requests were sent from the change on.
 * @param settings `checks` has the responses to the first checks
 */
export async function play(
	{ make, before, after }: Case,
	endings: Ending[],
	settings: Partial<ServiceSettings> & {
		checks?: Array<() => ServiceAnswer | Promise<ServiceAnswer>>;
	} = {},
) {
	let effectiveFrom = Infinity;
	let sent = 0;
	let checked = 0;
	const { client, requests, times } = talkTo(({ method }) => {
		if (method === 'GET') {
			const answer = sent === 0 ? undefined : settings.checks?.[checked++];
			return answer?.() ?? json(Date.now() >= effectiveFrom ? after : before);
		}
		const { takesEffect = Infinity, answer } = endings[Math.min(sent, endings.length - 1)]!;
		sent += 1;
		effectiveFrom = Math.min(effectiveFrom, Date.now() + takesEffect);
		return answer();
	}, settings);
	const result = await throughWaits(make(client).catch((error: unknown) => error));
	const first = requests.findIndex(({ method }) => method !== 'GET');
	return {
		result,
		sent: requests
			.slice(first)
			.map(({ method }) => (method === 'GET' ? 'check' : 'change'))
			.join(' '),
		waits: times.slice(first + 1).map((time, index) => time - (times[first + index] ?? 0)),
	};
}

export const failure = (fields: object) =>
	expect.objectContaining({ name: 'ServiceError', ...fields });
export const uncertain = failure({
	uncertain: true,
	remedy: expect.stringMatching(
		/^The change may have been made\. Check the (appointment|list of webhooks) before you repeat it/,
	),
});
export const certain = {
	uncertain: false,
	remedy: expect.not.stringContaining('may have been made'),
};
export const CHECKS = 'check check check check';
