import { NodeApiError, type INode, type Logger } from 'n8n-workflow';

import { toNodeError } from '../../../nodes/AppointmentScheduling/n8n/errors';
import { ServiceError } from '../../../nodes/AppointmentScheduling/service/core/errors';
import { brokenConnection } from '../../../nodes/AppointmentScheduling/service/http/network';
import { refusal } from '../../../nodes/AppointmentScheduling/service/http/refusal';
import { getAppointment } from '../../../nodes/AppointmentScheduling/service/appointments';
import { updateWebhook } from '../../../nodes/AppointmentScheduling/service/webhookChanges';
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

const declaredFailure = (error: ServiceError) => (toNodeError(node, error) as NodeApiError).failure;

describe('n8n waits with the next poll', () => {
	it('after 429, as long as the service asks for', () => {
		expect(declaredFailure(refusal(429, '', { retryAfter: 60_000 }))).toEqual({
			cause: 'rate-limited',
			retryAfterMs: 60_000,
		});
		expect(declaredFailure(refusal(429, ''))).toEqual({ cause: 'rate-limited' });
	});

	it.each([408, 502, 524])('after %i', (status) => {
		expect(declaredFailure(refusal(status, '', { retryAfter: 1_000 }))).toEqual({
			cause: 'temporarily-unavailable',
			retryAfterMs: 1_000,
		});
	});

	it('after a broken connection', () => {
		expect(declaredFailure(brokenConnection(broken('ECONNRESET')))).toEqual({
			cause: 'temporarily-unavailable',
		});
	});

	it.each([401, 404])('but not after %i', (status) => {
		expect(declaredFailure(refusal(status, ''))).toBeUndefined();
	});
});

describe('a text of the service, which may name a client,', () => {
	const said = 'Ana García is booked already. '.repeat(20);
	const answers = [400, 401, 404, 422, 429, 500, 302].map((status) => {
		const headers = { location: `https://other.example/${encodeURI(said)}` };
		return [String(status), json({ detail: said }, status, headers)] as const;
	});
	const denied = [['200', json({ success: false, error: said })]] as const;
	const settings = { maxRetries: 0, checkAfter: [] };

	it.each([...answers, ...denied])('never enters the log: %s', async (status, answer) => {
		const { client } = talkTo(() => answer, settings);
		const changing = updateWebhook(client, 'k', { url: 'https://a.example', events: [] });
		const warn = jest.fn();
		for (const request of [getAppointment(client, 'k'), changing]) {
			const failure = await failureOf(request);
			expect(decodeURI(toNodeError(node, failure).message)).toContain('Ana García');
			const logger = { warn } as unknown as Logger;
			const own = { logger, getNode: () => node, getWorkflow: () => ({ id: status }) };
			warnOnceAnHour(own, `The check ${request === changing} failed`, failure);
		}
		expect(warn).toHaveBeenCalledTimes(2);
		expect(JSON.stringify(warn.mock.calls)).not.toContain('Ana');
		if (status !== '302') expect(warn.mock.calls[0]?.[0]).toContain(status);
	});
});
