import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { credentialOf, type Service } from '../../stand-in';
import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { type ActionOptions, executeNode } from '../support';
import { nock } from '../support/interceptedHttp';
import { locator } from '../support/locator';

export { failureOf, type Failure } from '../support/failure';
export { locator, nock };

export const host = 'https://scheduling.example';
export const key = '8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10';

export type Options = Omit<ActionOptions, 'parameters'>;

/** An operation, on the real context. */
export async function run(
	name: `${'appointment' | 'calendar' | 'service' | 'webhook'}:${string}`,
	parameters: INodeParameters = {},
	options: Options = {},
) {
	const [resource = '', operation = ''] = name.split(':');
	return await executeNode(AppointmentScheduling, {
		...options,
		parameters: { resource, operation, ...parameters },
	});
}

/** The node's credential for the stand-in. */
export const credentialsOf = (service: Service) => credentialOf(service) as Options['credentials'];

/** As the tool that n8n makes of the node. */
export const asTool = {
	node: { type: 'n8n-nodes-appointment-scheduling.appointmentSchedulingTool' },
};

export const byKey = { appointment: locator(key) };
/** The address of the appointment with this key. */
export const path = `/api/v3/appointments/${key}/`;
/** That appointment, as the service returns it. */
export const appointment = {
	appointment_key: key,
	search_code: 'AP-1',
	status: 'CONFIRMED',
	start_date: '2026-05-01T10:00:00+02:00',
	calendar: { calendar_key: 'calendar', name: 'Dentistry' },
	person: { full_name: 'Ana García', email: 'ana@example.com' },
	notes: 'more than documented',
};

/** An input item for every number. */
export const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, number) => ({ number }));

/** Fields of an operation on a different appointment for each item. */
export const each = { appointment: locator('={{ "k" + $json.number }}') };
export const itemPath = /^\/api\/v3\/appointments\/k(\d+)\/$/;
const numberIn = (uri: string) => Number(itemPath.exec(uri)?.[1]);

export const numberedAppointment = (number: number) => ({
	appointment_key: `k${number}`,
	start_date: '2026-05-01T10:00:00+02:00',
	number,
});

/** Answers every appointment after a while of its own, and counts the requests in flight. */
export function slowService(status: (number: number) => number = () => 200) {
	const seen = { requests: [] as number[], inFlight: 0, most: 0 };
	nock(host)
		.persist()
		.get(itemPath)
		.reply(async (uri) => {
			const number = numberIn(uri);
			seen.requests.push(number);
			seen.inFlight += 1;
			seen.most = Math.max(seen.most, seen.inFlight);
			await new Promise((resolve) => setTimeout(resolve, (number * 7) % 20));
			seen.inFlight -= 1;
			const code = status(number);
			return [code, code === 200 ? numberedAppointment(number) : { detail: `No ${number}.` }];
		});
	return seen;
}
