import { NodeApiError, type INode } from 'n8n-workflow';

import { toNodeError } from '../../../nodes/AppointmentScheduling/n8n/errors';
import { ServiceError } from '../../../nodes/AppointmentScheduling/service/core/errors';
import { brokenConnection } from '../../../nodes/AppointmentScheduling/service/http/network';
import { refusal } from '../../../nodes/AppointmentScheduling/service/http/refusal';
import { broken } from '../service/support';

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
