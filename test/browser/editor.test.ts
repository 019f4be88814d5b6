import {
	actionNodeType,
	chain,
	pollingTriggerNodeType,
	triggerNodeType,
	type NodeDraft,
} from '../n8n/harness';
import { eventually } from '../n8n/support/events';
import { example } from '../n8n/support/examples';
import { useEditor } from './support/editor';

const PATIENCE_MS = 90_000;
jest.setTimeout(2 * PATIENCE_MS);

const editor = useEditor();
const find = (testId: string) => editor.find(testId);
const shows = async (testId: string, text: string) =>
	await find(testId).getByText(text).first().waitFor();
/** A list may scroll what is outside of it away: what is in the document counts. */
const holds = async (testId: string, text: string) =>
	await find(testId).getByText(text).first().waitFor({ state: 'attached' });

const start: NodeDraft = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
const after: NodeDraft = { name: 'After', type: 'n8n-nodes-base.set', typeVersion: 3.4 };
const action = (name: string, parameters: NodeDraft['parameters']): NodeDraft => ({
	name,
	type: actionNodeType,
	credentialId: editor.credentialId,
	parameters,
});
const trigger = (type: string, parameters: NodeDraft['parameters']): NodeDraft => ({
	name: 'Trigger',
	type,
	credentialId: editor.credentialId,
	parameters,
});
const production = () =>
	editor.service.webhooks.list().filter(({ url }) => url.includes('/webhook/'));

test('the nodes are found by the words that people use', async () => {
	await editor.open(chain('Search', [start]));
	await find('node-creator-plus-button').click();
	const found = find('node-creator-item-name');
	for (const words of [
		...['no-show', 'no show', 'reminder', 'cancel', 'reschedule'],
		...['booking', 'client', 'patient', 'salon', 'clinic'],
	]) {
		await find('node-creator-search-bar').fill('nothing has this name');
		await found.first().waitFor({ state: 'detached' });
		await find('node-creator-search-bar').fill(words);
		// n8n shows the trigger and the action node as one entry.
		await found.getByText(/^Appointment Scheduling\s*$/).waitFor();
		await found.getByText(/^Appointment Scheduling Polling\s*$/).waitFor();
	}
});

test('the credential says whether it works, and why not', async () => {
	const { service, tab } = editor;
	const save = async (name: string, value: string) => {
		await editor.field(name).fill(value);
		await find('credential-save-button').click();
	};
	const complaint = async (text: string) => {
		await tab.getByText('More details', { exact: true }).click();
		await find('editCredential-modal').getByText(text).first().waitFor();
	};
	await tab.setViewportSize({ width: 1360, height: 1400 });
	await editor.goTo(`/home/credentials/${editor.credentialId}`);
	const accepted = find('credentials-config-container-test-success');
	await accepted.waitFor();
	await find('editCredential-modal').getByText('Integrations or API').waitFor();
	await editor.picture('credential', find('editCredential-modal'));

	await save('accessToken', 'wrong');
	await complaint('did not accept the access token (401)');
	await save('accessToken', service.token);
	await accepted.waitFor();
	await save('baseUrl', 'https://nowhere.invalid');
	await complaint("'Base URL'");
	await save('baseUrl', service.baseUrl);
	await accepted.waitFor();
	await tab.setViewportSize({ width: 1360, height: 860 });
});

test('an appointment is picked from the list, after an error that shows once', async () => {
	const { service } = editor;
	const get = { resource: 'appointment', operation: 'get' };
	await editor.open(chain('Pick', [start, action('Get', get)]));
	await editor.openNode('Get');
	const fault = service.faults.add({
		action: { kind: 'respond', status: 401, body: { detail: 'Invalid token.' } },
	});
	await find('rlc-input').click();
	await find('rlc-error-container').waitFor();
	const error = await find('rlc-error-container').textContent();
	expect(error!.match(/401/g)).toHaveLength(1);
	expect(error).toContain('did not accept the access token');
	fault.remove();
	await editor.closeNode();

	await editor.openNode('Get');
	await find('rlc-input').click();
	await find('rlc-item')
		.getByText(/^Ana García · \w{3} \d/)
		.first()
		.waitFor();
	await editor.picture('picker', find('ndv'));
	await find('rlc-item').first().click();
	await find('node-execute-button').click();
	await holds('output-panel', service.appointments.list()[0]!.search_code);
});

const appointment = (name: string) => {
	const { appointment_key } = editor.service.appointments
		.list()
		.find(({ person }) => person.full_name === name)!;
	return { __rl: true, mode: 'key', value: appointment_key };
};
const webhook = () => {
	const url = 'https://foreign.example/events';
	const { key } = editor.service.webhooks.add({ url, events: ['appointment.updated'] });
	return { __rl: true, mode: 'key', value: key };
};
const subscription = { url: 'https://foreign.example/other', events: ['appointment.created'] };

/** A field that the operation returns, and a value that is only there after it has run. */
test.each([
	['appointment', 'getAll', 'search_code', 'AP-000001', () => ({})],
	[
		'appointment',
		'get',
		'search_code',
		'Tom Baker',
		() => ({ appointment: appointment('Tom Baker') }),
	],
	[
		...(['appointment', 'updateStatus', 'status', 'NO_SHOW'] as const),
		() => ({ appointment: appointment('Mei Tanaka'), status: 'NO_SHOW' }),
	],
	[
		...(['appointment', 'reschedule', 'start_date', '2030-12-02T10:00:00+01:00'] as const),
		() => ({ appointment: appointment('Carlos Ruiz'), startDate: '2030-12-02T10:00:00' }),
	],
	['appointment', 'cancel', 'canceled', 'true', () => ({ appointment: appointment('Emma Weber') })],
	['webhook', 'getAll', 'url', 'https://foreign.example/', () => webhook() && {}],
	['webhook', 'create', 'url', subscription.url, () => subscription],
	['webhook', 'update', 'url', subscription.url, () => ({ webhook: webhook(), ...subscription })],
	['webhook', 'delete', 'deleted', 'true', () => ({ webhook: webhook() })],
])('%s %s: its fields before it has run, its data afterwards', async (...row) => {
	const [resource, operation, field, value, parameters] = row;
	editor.service.webhooks.clear();
	const node = action('Node', {
		resource,
		operation,
		...parameters(),
		options: { timezone: 'Europe/Madrid' },
	});
	await editor.open(chain(`${resource} ${operation}`, [start, node, after]));
	await editor.openNode('After');
	await find('schema-preview-warning').waitFor();
	await find('run-data-schema-item').getByText(field, { exact: true }).first().waitFor();
	await editor.closeNode();

	await editor.openNode('Node');
	await find('node-execute-button').click();
	await holds('output-panel', value);
});

describe('the webhook trigger', () => {
	test('receives a test event, and is published', async () => {
		const { service } = editor;
		const events = ['appointment.created', 'appointment.canceled'];
		await editor.open(chain('New bookings', [trigger(triggerNodeType, { events }), after]));
		await editor.openNode('Trigger');
		await shows('ndv', 'Receive an appointment event');
		await shows('ndv', 'N8N_WEBHOOK_URL');
		await editor.picture('trigger', find('ndv'));
		await find('trigger-execute-button').first().click();
		await find('trigger-listening').waitFor();
		await eventually(() => expect(service.webhooks.list()).toHaveLength(1), PATIENCE_MS);
		service.book({ start_date: '2030-12-01T10:00:00', person: { full_name: 'Ann Lee' } });
		await holds('output-panel', 'Ann Lee');
		await editor.closeNode();

		await editor.publish();
		await shows('activation-modal', 'Your workflow now runs when the chosen events happen');
		await eventually(() => expect(production()).toMatchObject([{ events }]), PATIENCE_MS);
	});

	test('that cannot be published says why', async () => {
		const { service, tab } = editor;
		service.webhooks.clear();
		const body = { detail: 'The plan has no webhooks.' };
		const action = { kind: 'respond', status: 403, body } as const;
		const fault = service.faults.add({ method: 'POST', path: /webhooks/, action });
		const events = ['appointment.created'];
		await editor.open(chain('Refused', [trigger(triggerNodeType, { events }), after]));
		await editor.publish();
		const reason = tab.getByText(/The plan has no webhooks.*Use an access token/).first();
		await reason.waitFor();
		await editor.picture('publication-failed');
		await tab.keyboard.press('Escape');

		await editor.openNode('Trigger');
		await find('trigger-execute-button').first().click();
		await tab.getByText('Problem running workflow').first().waitFor();
		await reason.waitFor();
		fault.remove();
	});
});

test('the polling trigger shows upcoming appointments, and is published', async () => {
	const { service, n8n } = editor;
	const { id } = await editor.open(
		chain('Reminders', [trigger(pollingTriggerNodeType, {}), after]),
	);
	await editor.openNode('Trigger');
	await shows('ndv', 'Show upcoming appointments');
	await shows('ndv', 'regardless of the lead time');
	await editor.picture('polling-trigger', find('ndv'));
	await find('trigger-execute-button').first().click();
	await holds('output-panel', service.appointments.list()[0]!.search_code);
	await editor.closeNode();

	await editor.publish();
	await shows('activation-modal', 'Your workflow now checks the appointments at the poll times');
	expect((await n8n.api.settled(id)).status).toBe('published');
});

test('the tool of an agent says what it cannot do', async () => {
	const { credentialId } = editor;
	const credentials = { appointmentSchedulingApi: credentialId };
	const { name, nodes, connections, settings } = example('agent-with-approval.json', {
		credentials,
	});
	await editor.open({ name, nodes, connections, settings });
	await editor.picture('agent', find('canvas'));
	await editor.openNode('Reschedule');
	await shows('ndv', 'can neither create appointments nor find free time slots');
	await editor.picture('agent-tool', find('ndv'));
});

test('an example on the canvas, with subtitles that say what happens', async () => {
	const credentials = { appointmentSchedulingApi: editor.credentialId };
	const file = 'confirm-and-log-bookings.json';
	const { name, nodes, connections, settings } = example(file, { credentials });
	await editor.open({ name, nodes, connections, settings });
	await editor.node('New Booking').getByText('Created', { exact: true }).waitFor();
	await editor.node('Confirm').getByText('Update Appointment Status').waitFor();
	await editor.picture('canvas', find('canvas'));
});
