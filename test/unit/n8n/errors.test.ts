import { NodeApiError, type INode } from 'n8n-workflow';

import { toNodeError } from '../../../nodes/AppointmentScheduling/n8n/errors';
import { ServiceError } from '../../../nodes/AppointmentScheduling/service/errors';
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

describe('what n8n is told for its backoff of polls', () => {
	it('a 429 is a rate limit, with the wait that the service asked for', () => {
		expect(declaredFailure(refusal(429, '', { retryAfter: 60_000 }))).toEqual({
			cause: 'rate-limited',
			retryAfterMs: 60_000,
		});
		expect(declaredFailure(refusal(429, ''))).toEqual({ cause: 'rate-limited' });
	});

	it.each([408, 502, 503, 504, 520, 524])('a %i is a passing outage', (status) => {
		expect(declaredFailure(refusal(status, '', { retryAfter: 1_000 }))).toEqual({
			cause: 'temporarily-unavailable',
			retryAfterMs: 1_000,
		});
	});

	it.each(['ECONNABORTED', 'ETIMEDOUT', 'ECONNRESET', 'ECONNREFUSED'])('so is %s', (code) => {
		expect(declaredFailure(brokenConnection(broken(code)))).toEqual({
			cause: 'temporarily-unavailable',
		});
	});

	it.each([400, 401, 403, 404, 422])('a %i does not pass', (status) => {
		expect(declaredFailure(refusal(status, ''))).toBeUndefined();
	});
});
