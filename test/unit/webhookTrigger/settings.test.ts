import { AppointmentSchedulingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import { CANCELED, CREATED, service, triggerFor, UPDATED } from './deliveries/support';

const events = [CREATED];
const { description } = new AppointmentSchedulingTrigger();
const { properties } = description;

it.each([
	['Calendar', { options: { calendar: { __rl: true, mode: 'key', value: 'a/b' } } }],
	['Calendar', { options: { calendar: { __rl: true, mode: 'list', value: '' } } }],
	['Calendar', { options: { calendar: '={{ undefined }}' } }],
	['Trigger On', { events: [] }],
	['Trigger On', { events: '={{ "appointment.attended" }}' }],
	['Run For', { runFor: 'both' }],
	['Webhook Registration', { registration: 'both' }],
	['Check the List', { runFor: 'changes', check: 'daily' }],
])(
	'publication and Execute step fail if %s is not valid or empty: %j',
	async (field, parameters) => {
		const at = await service();
		const trigger = triggerFor(at, { events, ...parameters });
		await expect(trigger.activate()).rejects.toThrow(new RegExp(`^'${field}': `));
		await expect(trigger.listenForTest()).rejects.toThrow(new RegExp(`^'${field}': `));
		expect(at.webhooks.list()).toEqual([]);
	},
);

it.each([
	['notifications', { check: 'daily' }, [CREATED]],
	['changes', {}, [CANCELED, CREATED, UPDATED]],
])('with Run For %s and %j, these events are registered: %j', async (runFor, more, registered) => {
	const at = await service();
	const trigger = triggerFor(at, { events, runFor, ...more });
	await trigger.activate();
	expect([...at.webhooks.list()[0]!.events].sort()).toEqual(registered);
	await trigger.stop();
});

const shown = (values: Record<string, string>) =>
	properties.flatMap(({ name, displayOptions }) => {
		const needed = Object.entries(displayOptions?.show ?? {});
		return needed.every(([parameter, allowed]) => allowed?.includes(values[parameter]!))
			? name
			: [];
	});

it.each([
	['notifications', 'automatic', ['notificationsNotice']],
	['notifications', 'manual', ['byHandNotice', 'noSecretNotice', 'notificationsNotice']],
	['changes', 'automatic', ['check', 'changesNotice']],
	['changes', 'manual', ['byHandNotice', 'check', 'changesNotice']],
])('for %s, registered %s, only what applies is shown', (runFor, registration, own) => {
	const always = ['events', 'registration', 'runFor', 'options'];
	expect(shown({ runFor, registration }).sort()).toEqual([...always, ...own].sort());
});

it.each([
	'First, publish',
	'copy the Production URL',
	'Finally, add a webhook in the dashboard of the service (Integrations → Webhooks, in Portuguese Integrações → Webhooks)',
	'record type appointments (Agendamentos), and choose CREATED, UPDATED and CANCELED',
	'{"Authorization": "Bearer ',
	'Test URL',
])('tells how to register it by hand: %s', (part) => {
	expect(properties.find(({ name }) => name === 'byHandNotice')!.displayName).toContain(part);
});

it.each([
	['automatic', true],
	['manual', false],
])('registered %s, hides its URLs: %p', (registration, isHidden) => {
	const trigger = triggerFor(undefined, { events, registration });
	const workflow = trigger.load();
	const node = workflow.getNode(trigger.installed.node.name)!;
	const { ndvHideUrl } = description.webhooks![0]!;
	expect(
		workflow.expression.getSimpleParameterValue(node, ndvHideUrl as string, 'manual', {}),
	).toBe(isHidden);
});
