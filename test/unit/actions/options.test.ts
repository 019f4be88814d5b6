import type { INodeProperties } from 'n8n-workflow';

import { operationProperties } from '../../../nodes/AppointmentScheduling/actions/operations';
import { byKey, failureOf, host, key, nock, run } from './support';

const path = `/api/v3/appointments/${key}/`;

const optionsProperties = operationProperties.filter(({ name }) => name === 'options');
const offered = optionsProperties.map(({ options }) => (options ?? []) as INodeProperties[]);

it('every operation has the options of the public interface', () => {
	const common = ['concurrency', 'maxRetries', 'requestInterval', 'timeout', 'timezone'];
	const ofFreeTimes = ['breaks', 'every', 'moreCalendars', 'notice'];
	expect(offered.map((options) => options.map(({ name }) => name).sort())).toEqual(
		[[], ofFreeTimes, ['checkSlot', 'duration']].map((own) => [...own, ...common].sort()),
	);
	expect(optionsProperties.map(({ displayOptions }) => displayOptions)).toEqual([
		{ hide: { operation: ['getFreeTimes', 'reschedule'] } },
		{ show: { operation: ['getFreeTimes'] } },
		{ show: { operation: ['reschedule'] } },
	]);
});

it('Timeout ends a request without a response', async () => {
	nock(host).get(path).delay(3_600_000).reply(200, {});
	const options = { timeout: 60, maxRetries: 0 };
	const failure = await failureOf(run('appointment:get', { ...byKey, options }));
	expect(failure.message).toContain('did not respond in time');
});

it('empty options count as not set', async () => {
	nock(host).get(path).reply(200, { appointment_key: key });
	const options = { concurrency: '={{ "" }}', timeout: '={{ "" }}', timezone: '' };
	expect((await run('appointment:get', { ...byKey, options })).items).toHaveLength(1);
});
