import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { AppointmentSchedulingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import { CREATED, notification, runsOf, service, triggerFor } from './deliveries/support';

const events = [CREATED];

it.each([
	['URL Secret', { urlSecret: '={{ "yes" }}' }],
	['URL Secret', { urlSecret: '={{ undefined }}' }],
	['Deduplicate', { deduplicate: 'no' }],
	['Respond', { respond: 'later' }],
	['Status', { status: ['came'] }],
	['Status', { status: [] }],
	['Additional Events', { additionalEvents: 'attended' }],
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

it.each([
	["'Only When Changed'", { options: { onlyWhenChanged: [] } }],
	["'Check the List'", { check: 'daily' }],
	["'Run For'", { runFor: 'both' }],
])('publication with Each Change fails if %s is not valid', async (field, parameters) => {
	const at = await service();
	const trigger = triggerFor(at, { events, runFor: 'changes', ...parameters });
	await expect(trigger.activate()).rejects.toThrow(new RegExp(`^${field}: `));
	expect(at.webhooks.list()).toEqual([]);
});

it.each([
	['notifications', { onlyWhenChanged: [] }, [CREATED]],
	[
		'changes',
		{ deduplicate: 'no', respond: 'later', additionalEvents: 'appointment.attended' },
		['appointment.canceled', 'appointment.created', 'appointment.updated'],
	],
])(
	'an option has no effect where Run For is %s and hides it',
	async (runFor, options, registered) => {
		const at = await service();
		const trigger = triggerFor(at, { events, runFor, check: 'hourly', options });
		await trigger.activate();
		expect([...at.webhooks.list()[0]!.events].sort()).toEqual(registered);
		await trigger.stop();
	},
);

const { properties } = new AppointmentSchedulingTrigger().description;
const options = properties.find(({ name }) => name === 'options')!;

it('an option does something as soon as it is added', () => {
	const added = (options.options as INodeProperties[]).map(({ name, default: to }) => [name, to]);
	expect(Object.fromEntries(added)).toMatchObject({ onlyWhenChanged: ['start'], urlSecret: true });
});

it('a new trigger has a URL secret', () => {
	expect(options.default).toEqual({ urlSecret: true });
});

it('shows only what applies to Run For', () => {
	const shown = (runFor: string) =>
		[...properties, ...(options.options as INodeProperties[])].flatMap((property) => {
			const { show = {} } = property.displayOptions ?? {};
			const needed = (show.runFor ?? show['/runFor']) as string[] | undefined;
			return !needed || needed.includes(runFor) ? property.name : [];
		});
	const both = ['events', 'runFor', 'options', 'calendar', 'status', 'urlSecret'];
	const own = ['notificationsNotice', 'deduplicate', 'respond', 'additionalEvents'];
	expect(shown('notifications').sort()).toEqual([...both, ...own].sort());
	const others = ['check', 'changesNotice', 'onlyWhenChanged'];
	expect(shown('changes').sort()).toEqual([...both, ...others].sort());
});

it.each([
	['stays on in a new trigger', undefined, { urlSecret: true }],
	['stays off once the option is removed', {}, {}],
	['stays on', { urlSecret: true }, { urlSecret: true }],
])('the URL secret %s, when the workflow is saved and loaded', (_name, entered, loaded) => {
	const node = { typeVersion: 1 };
	const { description } = new AppointmentSchedulingTrigger();
	const through = (values: INodeParameters, withDefaults: boolean) =>
		NodeHelpers.getNodeParameters(properties, values, withDefaults, false, node, description)!;
	const editor = through(entered === undefined ? {} : { options: entered }, true);
	const stored = JSON.parse(JSON.stringify(through(editor, false))) as INodeParameters;
	expect(through(stored, true).options).toEqual(loaded);
});
