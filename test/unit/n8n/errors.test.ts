import type { IN8nHttpFullResponse, INode, Logger, NodeApiError } from 'n8n-workflow';

import { toNodeError, toTriggerError } from '../../../nodes/AppointmentScheduling/n8n/errors';
import { getAppointment } from '../../../nodes/AppointmentScheduling/service/appointments';
import { lostConnection } from '../../../nodes/AppointmentScheduling/service/connection';
import { InputError, type ServiceError } from '../../../nodes/AppointmentScheduling/service/errors';
import { refusal } from '../../../nodes/AppointmentScheduling/service/refusal';
import { warnOnceAnHour } from '../../../nodes/AppointmentScheduling/watching/warnings';
import { broken, failureOf, json, talkTo } from '../service/support';

const node: INode = {
	id: '1',
	name: 'Polling',
	type: 'test',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const refused = (answer: IN8nHttpFullResponse) =>
	refusal(answer, { method: 'GET', path: 'appointments/' }, [])!;

it.each<[string, ServiceError, object | undefined]>([
	[
		'429 with a time',
		refused(json({}, 429, { 'retry-after': '60' })),
		{ cause: 'rate-limited', retryAfterMs: 60_000 },
	],
	['429', refused(json({}, 429)), { cause: 'rate-limited' }],
	...[408, 502, 524].map((status): [string, ServiceError, object] => [
		String(status),
		refused(json({}, status, { 'retry-after': '1' })),
		{ cause: 'temporarily-unavailable', retryAfterMs: 1_000 },
	]),
	[
		'a lost connection',
		lostConnection(broken('ECONNRESET'), false),
		{ cause: 'temporarily-unavailable' },
	],
	['401', refused(json({}, 401)), undefined],
	['404', refused(json({}, 404)), undefined],
])('after %s, n8n waits with the next poll as long as the error says', (_what, error, failure) => {
	expect((toNodeError(node, error) as NodeApiError).failure).toEqual(failure);
});

it('an error says what happened with the words of the service, and below that what to do', () => {
	const error = refused(json({ attendees: [{ name: ['This is <b>required</b>.'] }] }, 400));
	const failure = toNodeError(node, error, 3);
	expect(failure.message).toBe(
		'The service refused the request as invalid (400): attendees.name: This is required .',
	);
	expect(failure).toMatchObject({
		name: 'NodeApiError',
		description: 'Check the parameters against the message of the service',
		httpCode: '400',
		context: { itemIndex: 3 },
	});
});

it('a parameter that is wrong is a warning, with the name of the field', () => {
	const failure = toNodeError(node, new InputError('Start Date', 'it is <empty>', 'Enter one'), 1);
	expect(failure.message).toBe("'Start Date': it is ‹empty›");
	expect(failure).toMatchObject({
		name: 'NodeOperationError',
		description: 'Enter one',
		level: 'warning',
		context: { itemIndex: 1 },
	});
});

it.each(['ECONNREFUSED', 'ENOTFOUND', 'EEXIST'])(
	'n8n does not replace a message that has %s in it',
	(code) => {
		const error = refused(json({ detail: `It is pre${code}ing.` }, 400));
		expect(toNodeError(node, error).message).toContain(`pre${code}ing`);
	},
);

describe('of an error of a trigger, n8n shows and logs only the title', () => {
	it('so that has our own sentences, and the description what the service says', () => {
		const failure = toTriggerError(node, refused(json({ detail: 'No <b>webhooks</b>.' }, 403)));
		expect(failure.message).toBe(
			'The access token is not allowed to do this (403). Use an access token that has this permission',
		);
		expect(failure.description).toBe('The service says: No webhooks .');
		// Of an error, n8n's logger writes these.
		expect(JSON.stringify([failure.stack, failure.cause])).not.toContain('webhooks');
	});

	it('also without a word of the service', () => {
		const { message, description } = toTriggerError(node, new InputError('Event', 'odd', 'Choose'));
		expect([message, description]).toEqual(["'Event': odd. Choose", undefined]);
	});
});

it.each([400, 401, 403, 404, 422, 429, 500, 302])(
	'a text of the service with %i, which may name a client, is shown but never enters the log',
	async (status) => {
		const said = 'Ana García is booked already. '.repeat(20);
		const { client } = talkTo(() => json({ detail: said }, status), { tries: 1 });
		const failure = await failureOf(getAppointment(client, 'k'));
		const warn = jest.fn();
		const logger = { warn } as unknown as Logger;
		const own = { logger, getNode: () => node, getWorkflow: () => ({ id: String(status) }) };
		warnOnceAnHour(own, 'The check failed', failure);
		expect(warn).toHaveBeenCalledTimes(1);
		expect(JSON.stringify(warn.mock.calls)).not.toContain('Ana');
		expect(warn.mock.calls[0]?.[0]).toContain(`(${status})`);
		// A redirect is explained by our own sentence alone.
		if (status !== 302) expect(toNodeError(node, failure).message).toContain('Ana García');
	},
);
