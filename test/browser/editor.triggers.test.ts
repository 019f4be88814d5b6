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
		await eventually(() => expect(service.webhooks.list()).toEqual([]));

		await editor.publish();
		await editor.shows('activation-modal', 'Green dot: the workflow runs on every event');
		await eventually(() => expect(production()).toMatchObject([{ events }]));
	});

	test('shows its URLs, and what to do with them, only if it is registered by hand', async () => {
		const { tab } = editor;
		await editor.open(chain('By hand', [editor.draft('Trigger', {}, triggerNodeType), after]));
		await editor.openNode('Trigger');
		const ndv = editor.find('ndv');
		const urls = ndv.getByText('Webhook URLs', { exact: true });
		const steps = ndv.getByText('copy the Production URL');
		await editor.shows('ndv', 'Webhook Registration');
		expect([await urls.count(), await steps.count()]).toEqual([0, 0]);
		await editor.find('parameter-input-registration').click();
		await tab.getByText('By Hand', { exact: true }).first().click();
		await urls.waitFor();
		await steps.waitFor();
		await editor.shows('ndv', 'whoever knows the URL can start executions');

		await editor.find('parameter-input-runFor').click();
		await tab.getByText('Each Change', { exact: true }).first().click();
		await editor.shows('ndv', 'the first check only records the appointments');
		await editor.shows('ndv', 'Check the List');
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
		const reason = tab
			.getByText(/not allowed to do this \(403\).*choose By Hand as 'Webhook Registration'/)
			.first();
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
	await editor.holds('output-panel', service.appointments.list()[0]!.appointment_key);
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

test('the tool of an agent says that the model does not see what is chosen', async () => {
	await openExample('receptionist.json');
	await editor.openNode('Reschedule');
	await editor.shows('ndv', 'The model does not see what you choose here');
	await editor.picture('agent-tool', editor.find('ndv'));
});

test('an example on the canvas, with subtitles that say what happens', async () => {
	await openExample('reminder-by-whatsapp.json');
	await editor.node('Tomorrow').getByText('Get Many Appointments').waitFor();
	await editor.picture('canvas', editor.find('canvas'));
});
