import {
	cancel,
	reschedule,
	setStatus,
} from '../../../nodes/AppointmentScheduling/service/appointmentChanges';
import type { ServiceClient } from '../../../nodes/AppointmentScheduling/service/http/client';
import type { ServiceAnswer } from '../../../nodes/AppointmentScheduling/service/http/response';
import type { ServiceSettings } from '../../../nodes/AppointmentScheduling/service/http/settings';
import {
	createWebhook,
	deleteWebhook,
	updateWebhook,
} from '../../../nodes/AppointmentScheduling/service/webhookChanges';
import { broken, json, talkTo, throughWaits } from './support';

const KEY = 'c0ffee00';
export const start = '2026-05-01T10:00:00+02:00';
export const body = { url: 'https://a.example/x', events: ['appointment.created'] };
export const appointment = {
	appointment_key: KEY,
	status: 'CONFIRMED',
	start_date: '2026-01-01T10:00:00Z',
};
export const other = { webhook_key: 'other', url: 'https://a.example/y', events: [] };
export const canceled = { ...appointment, status: 'CANCELED_CLIENT' };
export const moved = { ...appointment, status: 'PENDING', start_date: '2026-05-01T08:00:00Z' };
export const noShow = { ...appointment, status: 'NO_SHOW' };

export interface Case {
	name: string;
	/** Whether a second one would do harm. */
	harmsTwice?: boolean;
	make(client: ServiceClient): Promise<unknown>;
	/** What a check reads before and after the change, and what the change then returns. */
	before: unknown;
	after: unknown;
	returned: unknown;
}
const change = (name: Case['name'], make: Case['make'], before: unknown, after: unknown): Case => ({
	name,
	make,
	before,
	after,
	// In lists of webhooks, another one comes first.
	returned: Array.isArray(after) ? after[1] : after,
});
const cancellation = (name: Case['name'], sendEmail?: boolean) =>
	change(
		name,
		async (client) => (await cancel(client, KEY, sendEmail)).body,
		appointment,
		canceled,
	);

export const newStatus = change(
	'Update Status',
	async (client) => await setStatus(client, KEY, 'NO_SHOW'),
	appointment,
	{ data: noShow },
);
export const newStart = change(
	'Reschedule',
	async (client) => await reschedule(client, KEY, start),
	appointment,
	moved,
);
export const withEmail = {
	...cancellation('Cancel with Send Email Yes', true),
	harmsTwice: true,
};
export const withoutEmail = cancellation('Cancel with Send Email No', false);
export const deletion = change(
	'Webhook Delete',
	async (client) => await deleteWebhook(client, KEY.toUpperCase()),
	[other, { uuid: KEY, ...body }],
	[other],
);
export const creation: Case = {
	...change(
		'Webhook Create',
		async (client) => await createWebhook(client, body),
		[other],
		[other, { key: KEY, ...body }],
	),
	harmsTwice: true,
};
export const registration: Case = {
	...creation,
	name: "The trigger's own webhook",
	harmsTwice: false,
	make: async (client) => await createWebhook(client, body, (url) => url === body.url),
};
export const update = change(
	'Webhook Update',
	async (client) => await updateWebhook(client, KEY.toUpperCase(), body),
	[other, { id: KEY, ...body, events: ['x'] }],
	[other, { id: KEY, ...body }],
);
export const changes: Case[] = [
	newStatus,
	newStart,
	withoutEmail,
	withEmail,
	{ ...cancellation('Cancel with Service Default'), harmsTwice: true },
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
/** The change may have been made. */
export const uncertain = failure({
	uncertain: true,
	advice: expect.stringMatching(
		/^The change may have been made\. Check the (appointment|list of webhooks) before you repeat it/,
	),
});
/** Several checks have not shown the change. */
export const notShown = failure({
	uncertain: true,
	advice: expect.stringMatching(
		/^The service does not show the change \d+ s later\. The item can be run again/,
	),
});
export const certain = {
	uncertain: false,
	advice: expect.not.stringContaining('may have been made'),
};
export const CHECKS = 'check check check check';
