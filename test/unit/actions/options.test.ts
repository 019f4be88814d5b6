import type { INodeProperties } from 'n8n-workflow';

import { operationProperties } from '../../../nodes/AppointmentScheduling/actions/description/properties';
import { byKey, host, key, nock, run } from './support';

const path = `/api/v3/appointments/${key}/`;

const optionsProperties = operationProperties.filter(({ name }) => name === 'options');
const offered = optionsProperties.map(({ options }) => (options ?? []) as INodeProperties[]);

it('every operation has the options of the public interface, those about requests last', () => {
	const common = ['timezone', 'concurrency', 'maxRetries', 'requestInterval', 'timeout'];
	const ofFreeTimes = [
		...['moreCalendars', 'breaks', 'every', 'notice', 'newCalendar', 'bookedDuration'],
	];
	expect(offered.map((options) => options.map(({ name }) => name))).toEqual(
		[[], ofFreeTimes, ['checkSlot', 'duration', 'bookedDuration']].map((own) => [
			...own,
			...common,
		]),
	);
	expect(optionsProperties.map(({ displayOptions }) => displayOptions)).toEqual([
		{ hide: { operation: ['getFreeTimes', 'reschedule'] } },
		{ show: { operation: ['getFreeTimes'] } },
		{ show: { operation: ['reschedule'] } },
	]);
});

it('empty options count as not set', async () => {
	nock(host).get(path).reply(200, { appointment_key: key });
	const options = { concurrency: '={{ "" }}', timeout: '={{ "" }}', timezone: '' };
	expect((await run('appointment:get', { ...byKey, options })).items).toHaveLength(1);
});
