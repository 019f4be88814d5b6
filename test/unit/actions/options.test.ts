import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { optionsProperties } from '../../../nodes/AppointmentScheduling/actions/options';
import { NodeParameters } from '../../../nodes/AppointmentScheduling/actions/parameters';
import { DEFAULT_SETTINGS } from '../../../nodes/AppointmentScheduling/service/http/client';
import { executeContext } from '../support/engine/executeContext';
import { installNode } from '../support/engine/installedNode';
import { byKey, failureOf, host, key, locator, nock, numbered, run } from './support';

const path = `/api/v3/appointments/${key}/`;

const offered = optionsProperties.map(({ options }) => (options ?? []) as INodeProperties[]);

it('the editor shows the defaults that count', () => {
	for (const options of offered) {
		const defaults = Object.fromEntries(options.map(({ name, default: value }) => [name, value]));
		expect(defaults).toMatchObject(DEFAULT_SETTINGS);
	}
});

it('every operation has the options of the interface', () => {
	const types = (options: INodeProperties[] = []): Array<[string, NodePropertyTypes]> =>
		options.map(({ name, type }) => [name, type]);
	const common: Array<[string, NodePropertyTypes]> = [
		['concurrency', 'number'],
		['maxRetries', 'number'],
		['requestInterval', 'number'],
		['timeout', 'number'],
		['timezone', 'string'],
	];
	const own: Array<[string, NodePropertyTypes]> = [
		['breaks', 'fixedCollection'],
		['every', 'number'],
		['notice', 'number'],
	];
	const ofReschedule: typeof own = [
		['checkSlot', 'boolean'],
		['duration', 'number'],
	];
	expect(types(offered[0])).toEqual(common);
	expect(types(offered[1]).sort()).toEqual([...own, ...common].sort());
	expect(types(offered[2]).sort()).toEqual([...ofReschedule, ...common].sort());
	expect(optionsProperties.map(({ displayOptions }) => displayOptions)).toEqual([
		{ hide: { operation: ['getFreeTimes', 'reschedule'] } },
		{ show: { operation: ['getFreeTimes'] } },
		{ show: { operation: ['reschedule'] } },
	]);
});

it('maxRetries 0 sends once', async () => {
	nock(host).get(path).reply(503, { detail: 'Busy.' });
	const failure = await failureOf(run('appointment:get', { ...byKey, options: { maxRetries: 0 } }));
	expect(failure).toMatchObject({ httpCode: '503', message: expect.stringContaining('Busy.') });
});

it('maxRetries 1 sends again once', async () => {
	nock(host).get(path).reply(503).get(path).reply(503, { detail: 'Still busy.' });
	const failure = await failureOf(run('appointment:get', { ...byKey, options: { maxRetries: 1 } }));
	expect(failure.message).toContain('Still busy.');
});

it('timeout ends a request that is not answered', async () => {
	nock(host).get(path).delay(3_600_000).reply(200, {});
	const options = { timeout: 60, maxRetries: 0 };
	const failure = await failureOf(run('appointment:get', { ...byKey, options }));
	expect(failure.message).toContain('did not respond in time');
});

it('requestInterval keeps the starts of requests apart', async () => {
	nock(host)
		.get(/appointments/)
		.times(4)
		.reply(200, {});
	const parameters = {
		appointment: locator('={{ "k" + $json.number }}'),
		options: { requestInterval: 200 },
	};
	const start = performance.now();
	await run('appointment:get', parameters, { items: numbered(4) });
	expect(performance.now() - start).toBeGreaterThanOrEqual(590);
});

it('empty options count as not set', async () => {
	nock(host).get(path).reply(200, {});
	const options = { concurrency: '={{ "" }}', timeout: '={{ "" }}', timezone: '' };
	expect((await run('appointment:get', { ...byKey, options })).items).toHaveLength(1);
});

it('n8n evaluates a parameter with an expression for each item, any other one only once', () => {
	const installed = installNode(AppointmentScheduling, {
		parameters: {
			resource: 'appointment',
			operation: 'updateStatus',
			appointment: locator('={{ $now }}'),
			status: 'NO_SHOW',
		},
	});
	const context = executeContext(installed, installed.workflow(), {
		items: numbered(3).map((json) => ({ json })),
	});
	const asked = jest.spyOn(context, 'getNodeParameter').mockImplementation((name) => name);
	const parameters = new NodeParameters(context);
	for (const index of [0, 1, 2]) {
		expect(parameters.get('appointment', index)).toBe('appointment');
		expect(parameters.get('status', index)).toBe('status');
	}
	expect(asked.mock.calls.map(([name, index]) => `${name} ${index}`)).toEqual([
		'appointment 0',
		'status 0',
		'appointment 1',
		'appointment 2',
	]);
});
