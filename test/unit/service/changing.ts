import {
	cancel,
	reschedule,
	setStatus,
} from '../../../nodes/AppointmentScheduling/service/appointments';
import type {
	ServiceAnswer,
	ServiceClient,
	ServiceSettings,
} from '../../../nodes/AppointmentScheduling/service/http/client';
import {
	createWebhook,
	deleteWebhook,
	updateWebhook,
} from '../../../nodes/AppointmentScheduling/service/webhooks';
import { json, talkTo, throughWaits } from './support';

const start = '2026-05-01T10:00:00+02:00';
export const body = { url: 'https://a.example/x', events: ['appointment.created'] };
export const appointment = {
	appointment_key: 'k',
	status: 'CONFIRMED',
	start_date: '2026-01-01T10:00:00Z',
};
export const other = { webhook_key: 'other', url: 'https://a.example/y', events: [] };
const canceled = { ...appointment, status: 'CANCELED_CLIENT' };
export const moved = { ...appointment, status: 'PENDING', start_date: '2026-05-01T08:00:00Z' };
export const noShow = { ...appointment, status: 'NO_SHOW' };

interface Case {
	what: string;
	make(client: ServiceClient): Promise<unknown>;
	/** Whether it is sent again if it was not made. */
	repeats: boolean;
	/** What a check reads before and after the change, and what the change then returns. */
	before: unknown;
	after: unknown;
	returned: unknown;
}
export const newStatus: Case = {
	what: 'a new status',
	make: async (client) => await setStatus(client, 'k', 'NO_SHOW'),
	...{ repeats: true, before: appointment, after: { data: noShow }, returned: { data: noShow } },
};
export const newStart: Case = {
	what: 'a new start',
	make: async (client) => await reschedule(client, 'k', start),
	...{ repeats: true, before: appointment, after: moved, returned: moved },
};
const cancellation = (what: string, sendEmail?: boolean): Case => ({
	what: `a cancellation ${what}`,
	make: async (client) => await cancel(client, 'k', sendEmail),
	repeats: sendEmail === false,
	...{ before: appointment, after: canceled, returned: canceled },
});
export const withEmail = cancellation('with an email', true);
export const withoutEmail = cancellation('without email', false);
export const deletion: Case = {
	what: 'a webhook deletion',
	make: async (client) => await deleteWebhook(client, 'K'),
	repeats: true,
	...{ before: [other, { uuid: 'k', ...body }], after: [other], returned: undefined },
};
export const changes: Case[] = [
	...[newStatus, newStart, withoutEmail, withEmail, cancellation("with the service's default")],
	deletion,
	{
		what: 'a webhook update',
		make: async (client) => await updateWebhook(client, 'K', body),
		repeats: true,
		before: [other, { id: 'k', ...body, events: ['x'] }],
		...{ after: [other, { id: 'k', ...body }], returned: { id: 'k', ...body } },
	},
	{
		what: 'a new webhook',
		make: async (client) => await createWebhook(client, body),
		repeats: false,
		...{ before: [other], after: [other, { key: 'k', ...body }], returned: { key: 'k', ...body } },
	},
];

/** How a request for a change ends: in how many ms it takes effect, and what is answered. */
export interface Ending {
	takesEffect?: number;
	answer: () => ServiceAnswer;
}

/**
 * A service with one appointment or a few webhooks, where a change ends so; the last ending repeats.
 * Tells what the change returned or threw, and which requests were sent.
 */
export function play(
	{ make, before, after }: Case,
	endings: Ending[],
	settings: Partial<ServiceSettings> & { check?: () => ServiceAnswer } = {},
) {
	let effectiveFrom = Infinity;
	let sent = 0;
	const { client, requests, times } = talkTo(({ method }) => {
		if (method === 'GET') {
			return settings.check?.() ?? json(Date.now() >= effectiveFrom ? after : before);
		}
		const { takesEffect = Infinity, answer } = endings[Math.min(sent, endings.length - 1)]!;
		sent += 1;
		effectiveFrom = Math.min(effectiveFrom, Date.now() + takesEffect);
		return answer();
	}, settings);
	const outcome = throughWaits(make(client).catch((error: unknown) => error));
	return outcome.then((result) => ({
		result,
		sent: requests.map(({ method }) => (method === 'GET' ? 'check' : 'change')).join(' '),
		waits: times.slice(1).map((time, index) => time - (times[index] ?? 0)),
	}));
}
