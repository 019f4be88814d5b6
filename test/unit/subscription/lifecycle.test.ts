import { dialects, type DialectName, type Service } from '../../stand-in';
import type { TriggerWorkflow } from '../support';
import { CANCELED, CREATED, moveTo, service, triggerFor, UPDATED } from '../deliveries/support';

jest.mock('../../../nodes/AppointmentScheduling/service/http/backoff', () => ({
	...jest.requireActual('../../../nodes/AppointmentScheduling/service/http/backoff'),
	backoffDelay: () => 1,
}));

const names = Object.keys(dialects) as DialectName[];

describe.each(names)('in the dialect "%s"', (dialect) => {
	let at: Service;
	let trigger: TriggerWorkflow;

	beforeAll(async () => {
		at = await service({ dialect });
	});

	beforeEach(() => {
		at.webhooks.clear();
		at.faults.clear();
		trigger = triggerFor(at, { events: [CREATED, UPDATED] });
	});

	const urls = () => at.webhooks.list().map(({ url }) => url);
	const foreign = () =>
		at.webhooks.add({ url: 'https://elsewhere.example/hook', events: [CREATED] });

	it('registers one webhook with the chosen events, finds it at every start, and deletes it', async () => {
		await trigger.activate();
		const [webhook] = at.webhooks.list();
		expect(webhook).toMatchObject({ url: trigger.webhookUrl, events: [CREATED, UPDATED] });
		expect(trigger.nodeStaticData).toMatchObject({
			webhookKey: webhook?.key,
			webhookUrl: trigger.webhookUrl,
		});
		at.requests.clear();
		for (let start = 0; start < 3; start += 1) await trigger.restart();
		expect(at.webhooks.list()).toEqual([webhook]);
		expect(at.requests.entries.filter(({ method }) => method !== 'GET')).toEqual([]);

		await trigger.deactivate();
		expect(at.webhooks.list()).toEqual([]);
		expect(trigger.nodeStaticData).toEqual({});
	});

	it('changes other events in place, by one PUT with both fields', async () => {
		await trigger.activate();
		const [{ key } = { key: '' }] = at.webhooks.list();
		trigger.installed.node.parameters = { events: [], additionalEvents: 'appointment.attended' };
		at.requests.clear();
		await trigger.activate('update');
		expect(at.webhooks.list()).toMatchObject([{ key, events: ['appointment.attended'] }]);
		const writes = at.requests.entries.filter(({ method }) => method !== 'GET');
		expect(writes.map(({ method, body }) => [method, JSON.parse(body)])).toEqual([
			['PUT', { url: trigger.webhookUrl, events: ['appointment.attended'] }],
		]);
	});

	it('changes its webhook in place when the public address of n8n changes', async () => {
		await trigger.activate();
		const [{ key } = { key: '' }] = at.webhooks.list();
		moveTo(trigger, 'https://new.example/n8n');
		await trigger.restart();
		expect(at.webhooks.list()).toMatchObject([{ key, url: trigger.webhookUrl }]);
		expect(trigger.webhookUrl).toMatch(/^https:\/\/new\.example\/n8n\//);
	});

	it('finds its webhook by URL when the key is lost, and deletes it', async () => {
		await trigger.activate();
		trigger.staticData = {};
		await trigger.restart();
		expect(urls()).toEqual([trigger.webhookUrl]);
		trigger.staticData = {};
		await trigger.deactivate();
		expect(urls()).toEqual([]);
	});

	it('registers anew what was deleted at the service', async () => {
		await trigger.activate();
		at.webhooks.clear();
		await trigger.restart();
		expect(urls()).toEqual([trigger.webhookUrl]);
	});

	it('removes doubles of its own URL, and leaves foreign webhooks alone', async () => {
		const other = foreign();
		await trigger.activate();
		const [, own] = at.webhooks.list();
		at.webhooks.double(own?.key ?? '');
		at.webhooks.double(own?.key ?? '');
		await trigger.restart();
		expect(at.webhooks.list()).toEqual([other, own]);
		at.webhooks.double(own?.key ?? '');
		await trigger.deactivate();
		expect(at.webhooks.list()).toEqual([other]);
	});

	it('removes doubles when the events are other ones as well', async () => {
		await trigger.activate();
		const [own] = at.webhooks.list();
		at.webhooks.double(own?.key ?? '');
		trigger.installed.node.parameters = { events: [CANCELED] };
		await trigger.restart();
		expect(at.webhooks.list()).toMatchObject([{ url: trigger.webhookUrl, events: [CANCELED] }]);
	});

	it('ends with one when the answer to its creation is lost', async () => {
		const fault = at.faults.add({ method: 'POST', times: 1, action: { kind: 'answerLost' } });
		await trigger.activate();
		expect(fault.hits).toBe(1);
		expect(urls()).toEqual([trigger.webhookUrl]);
		expect(trigger.nodeStaticData.webhookKey).toBe(at.webhooks.list()[0]?.key);
		await trigger.deactivate();
		expect(urls()).toEqual([]);
	});

	it('ends with one when the list fails as well, once n8n tries again', async () => {
		at.faults.add({ method: 'POST', times: 1, action: { kind: 'answerLost' } });
		at.faults.add({ method: 'GET', after: 1, times: 20, action: { kind: 'reset' } });
		await expect(trigger.activate()).rejects.toThrow(/connection to the (service|server)/);
		at.faults.clear();
		await trigger.activate();
		expect(urls()).toEqual([trigger.webhookUrl]);
	});

	it('takes a webhook that is gone already as deleted', async () => {
		await trigger.activate();
		at.faults.add({
			method: 'DELETE',
			action: { kind: 'respond', status: 404, body: { detail: 'Not found.' } },
		});
		await trigger.deactivate();
		expect(trigger.nodeStaticData).toEqual({});
	});

	it('deletes by the key it knows when the list cannot be had', async () => {
		await trigger.activate();
		at.faults.add({ method: 'GET', action: { kind: 'respond', status: 500 } });
		await trigger.deactivate();
		expect(urls()).toEqual([]);
	});
});
