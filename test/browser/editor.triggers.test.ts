import { chain, eventually, pollingTriggerNodeType, triggerNodeType } from '../n8n/harness';
import { example } from '../n8n/support/examples';
import { after, useEditor } from './support/editor';

const editor = useEditor();
const production = () =>
	editor.service.webhooks.list().filter(({ url }) => url.includes('/webhook/'));

describe('the webhook trigger', () => {
	test('receives a test event, and is published', async () => {
		const { service } = editor;
		const events = ['appointment.created', 'appointment.canceled'];
		await editor.open(
			chain('New bookings', [editor.draft('Trigger', { events }, triggerNodeType), after]),
		);
		await editor.openNode('Trigger');
		await editor.shows('ndv', 'Receive an appointment event');
		await editor.shows('ndv', 'N8N_WEBHOOK_URL');
		await editor.picture('trigger', editor.find('ndv'));
		await editor.find('trigger-execute-button').first().click();
		await editor.find('trigger-listening').waitFor();
		await eventually(() => expect(service.webhooks.list()).toHaveLength(1));
		service.book({ start_date: '2030-12-01T10:00:00', person: { full_name: 'Ann Lee' } });
		await editor.holds('output-panel', 'Ann Lee');
		await editor.closeNode();

		await editor.publish();
		await editor.shows('activation-modal', 'Green dot: the workflow runs on every event');
		await eventually(() => expect(production()).toMatchObject([{ events }]));
	});

	test('has its URL Secret on, and off for good once the option was deleted', async () => {
		const { tab, n8n } = editor;
		const events = ['appointment.created'];
		const { id } = await editor.open(
			chain('Secret', [editor.draft('Trigger', { events }, triggerNodeType), after]),
		);
		const optionsNow = async () => (await n8n.api.getWorkflow(id)).nodes[0]!.parameters.options;
		const secret = editor.find('ndv').locator('.parameter-item').filter({ hasText: 'URL Secret' });
		const save = async () => {
			await editor.closeNode();
			await tab.keyboard.press('ControlOrMeta+s');
		};
		await editor.openNode('Trigger');
		const isOn = secret.locator('[role="switch"][aria-checked="true"]');
		await isOn.waitFor({ state: 'attached' });
		await secret.hover();
		await secret.getByTitle('Delete').click();
		await secret.waitFor({ state: 'detached' });
		await save();
		await eventually(async () => expect(await optionsNow()).toEqual({}));

		await tab.reload();
		await editor.node('Trigger').waitFor();
		await editor.openNode('Trigger');
		await editor.shows('ndv', 'Run For');
		expect(await secret.count()).toBe(0);
		await editor.closeNode();
	});

	test('that cannot be published says why', async () => {
		const { service, tab } = editor;
		service.webhooks.clear();
		const body = { detail: 'The plan has no webhooks.' };
		const action = { kind: 'respond', status: 403, body } as const;
		const fault = service.faults.add({ method: 'POST', path: /webhooks/, action });
		const events = ['appointment.created'];
		await editor.open(
			chain('Refused', [editor.draft('Trigger', { events }, triggerNodeType), after]),
		);
		await editor.publish();
		const reason = tab.getByText(/The plan has no webhooks.*Use an access token/).first();
		await reason.waitFor();
		await editor.picture('publication-failed');
		await tab.keyboard.press('Escape');

		await editor.openNode('Trigger');
		await editor.find('trigger-execute-button').first().click();
		await tab.getByText('Problem running workflow').first().waitFor();
		await reason.waitFor();
		fault.remove();
	});
});

test('the polling trigger shows upcoming appointments, and is published', async () => {
	const { service, n8n } = editor;
	const { id } = await editor.open(
		chain('Reminders', [editor.draft('Trigger', {}, pollingTriggerNodeType), after]),
	);
	await editor.openNode('Trigger');
	await editor.shows('ndv', 'Show an appointment');
	await editor.shows('ndv', 'whatever the lead time');
	await editor.picture('polling-trigger', editor.find('ndv'));
	await editor.find('trigger-execute-button').first().click();
	await editor.holds('output-panel', service.appointments.list()[0]!.search_code);
	await editor.closeNode();

	await editor.publish();
	await editor.shows(
		'activation-modal',
		'Green dot: n8n checks the appointments at the poll times',
	);
	await n8n.api.reaches(id, 'published');
});

async function openExample(file: string): Promise<void> {
	const credentials = { appointmentSchedulingApi: editor.credentialId };
	const { name, nodes, connections, settings } = example(file, { credentials });
	await editor.open({ name, nodes, connections, settings });
}

test('the tool of an agent says what it cannot do', async () => {
	await openExample('agent-with-approval.json');
	await editor.picture('agent', editor.find('canvas'));
	await editor.openNode('Reschedule');
	await editor.shows('ndv', 'cannot create appointments');
	await editor.picture('agent-tool', editor.find('ndv'));
});

test('an example on the canvas, with subtitles that say what happens', async () => {
	await openExample('confirm-and-log-bookings.json');
	await editor.node('New Booking').getByText('Created', { exact: true }).waitFor();
	await editor.node('Confirm').getByText('Update Appointment Status').waitFor();
	await editor.picture('canvas', editor.find('canvas'));
});
