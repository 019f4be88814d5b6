import type { INodeProperties } from 'n8n-workflow';

import { AppointmentSchedulingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import { CREATED, notification, runsOf, service, triggerFor } from './deliveries/support';

const events = [CREATED];

it.each([
	['URL Secret', { urlSecret: '={{ "yes" }}' }],
	['URL Secret', { urlSecret: '={{ undefined }}' }],
	['Deduplicate', { deduplicate: 'no' }],
	['Verify', { verify: 'Refetch' }],
	['Respond', { respond: 'later' }],
	['Status', { status: ['attended'] }],
	['Status', { status: [] }],
	['Only When Changed', { onlyWhenChanged: [] }],
	['Calendar', { calendar: { __rl: true, mode: 'key', value: 'a/b' } }],
	['Calendar', { calendar: { __rl: true, mode: 'list', value: '' } }],
	['Calendar', { calendar: '={{ undefined }}' }],
])('publication and Execute step fail if %s is not valid or empty: %j', async (field, options) => {
	const at = await service();
	const trigger = triggerFor(at, { events, options });
	await expect(trigger.activate()).rejects.toThrow(new RegExp(`^'${field}': `));
	await expect(trigger.listenForTest()).rejects.toThrow(new RegExp(`^'${field}': `));
	expect(at.webhooks.list()).toEqual([]);
});

it('an option may be text, from an expression', async () => {
	const at = await service();
	const options = { urlSecret: '={{ "true" }}', deduplicate: '={{ "false" }}' };
	const trigger = triggerFor(at, { events, options });
	await trigger.activate();
	const [{ url } = { url: '' }] = at.webhooks.list();
	expect(url).toMatch(/\?secret=[\w-]{32}$/);
	const body = notification();
	const query = new URL(url).search;
	expect(await trigger.deliver({ body, query })).toMatchObject({ status: 200 });
	expect(await trigger.deliver({ body, query })).toMatchObject({ status: 200 });
	expect(await runsOf(trigger)).toHaveLength(2);
});

it('an option does something as soon as it is added', () => {
	const { properties } = new AppointmentSchedulingTrigger().description;
	const { options } = properties.find(({ name }) => name === 'options')!;
	const added = (options as INodeProperties[]).map(({ name, default: value }) => [name, value]);
	expect(Object.fromEntries(added)).toMatchObject({
		catchUp: 'every5Minutes',
		onlyWhenChanged: ['start', 'status'],
		urlSecret: true,
		verify: 'refetch',
	});
});
