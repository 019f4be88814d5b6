import { actionNodeType, chain } from '../n8n/harness';
import { after, start, useEditor } from './support/editor';

const editor = useEditor();

/** n8n shows the action node and the webhook trigger as one entry. It does not fold accents. */
const phrases = [
	...['patient', 'no-show', 'book appointment', 'create appointment', "today's appointments"],
	...[
		'eAgenda',
		'agendamento',
		'lembrete',
		'consulta',
		'clinica',
		'clínica',
		'cita',
		'waiting list',
	],
];
const reminders = ['reminder', 'appointment booked'];

test('the nodes are found by the words that people use', async () => {
	await editor.open(chain('Search', [start]));
	await editor.find('node-creator-plus-button').click();
	const found = editor.find('node-creator-item-name');
	const search = async (words: string, entry: RegExp) => {
		await editor.find('node-creator-search-bar').fill('nothing has this name');
		await found.first().waitFor({ state: 'detached' });
		await editor.find('node-creator-search-bar').fill(words);
		await found.getByText(entry).waitFor();
	};
	for (const words of phrases) await search(words, /^Appointment Scheduling\s*$/);
	for (const words of reminders) await search(words, /^Appointment Scheduling Polling\s*$/);
});

test('the credential says whether it works, and why not', async () => {
	const { service, tab } = editor;
	const saveToken = async (value: string) => {
		await editor.find('parameter-input-accessToken').locator('input').first().fill(value);
		await editor.find('credential-save-button').click();
	};
	await tab.setViewportSize({ width: 1360, height: 1400 });
	await editor.goTo(`/home/credentials/${editor.credentialId}`);
	const accepted = editor.find('credentials-config-container-test-success');
	await accepted.waitFor();
	await editor.find('editCredential-modal').getByText('Integrations → API → Generate').waitFor();

	await saveToken('wrong');
	await tab.getByText('More details', { exact: true }).click();
	await editor.shows('editCredential-modal', 'did not accept the access token (401)');
	await saveToken(service.token);
	await accepted.waitFor();
	await tab.setViewportSize({ width: 1360, height: 860 });
});

test('an appointment is picked from the list, after an error that shows once', async () => {
	const { service } = editor;
	const get = { resource: 'appointment', operation: 'get' };
	await editor.open(chain('Pick', [start, editor.draft('Get', get)]));
	await editor.openNode('Get');
	const fault = service.faults.add({
		action: { kind: 'respond', status: 401, body: { detail: 'Invalid token.' } },
	});
	await editor.find('rlc-input').click();
	await editor.find('rlc-error-container').waitFor();
	const error = await editor.find('rlc-error-container').textContent();
	expect(error!.match(/401/g)).toHaveLength(1);
	expect(error).toContain('did not accept the access token');
	fault.remove();
	await editor.closeNode();

	await editor.openNode('Get');
	await editor.find('rlc-input').click();
	await editor
		.find('rlc-item')
		.getByText(/^\w{3} \d.* · Ana García · /)
		.first()
		.waitFor();
	await editor.picture('picker', editor.find('ndv'));
	await editor.find('rlc-item').first().click();
	await editor.find('node-execute-button').click();
	await editor.holds('output-panel', service.appointments.list()[0]!.appointment_key);
});

const calendar_key = '8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10';
// Evaluated, it would end the run with an error.
const code = "={{ $('Nowhere').first().json.name }}<img src=x onerror=alert(1)>";

// Of other lists: test/unit/pickers.
test('nothing is evaluated of a name that a client chose', async () => {
	const { service, tab } = editor;
	service.seed(1, {
		start_date: new Date(Date.now() + 3_600_000).toISOString(),
		calendar: { calendar_key, name: code },
		person: { full_name: code },
		search_code: '={{ 7 }}',
	});
	const appointment = { __rl: true, mode: 'list', value: '' };
	const get = { resource: 'appointment', operation: 'get', appointment };
	const stored = await editor.open(chain('Booked', [start, editor.draft('Read', get)]));
	await editor.openNode('Read');
	await editor.find('rlc-input').click();
	await editor.find('rlc-item').getByText('Nowhere').first().click();
	await editor.find('node-execute-button').click();
	await editor.holds('output-panel', calendar_key);
	expect(await tab.locator('img[src="x"]').count()).toBe(0);
	const [execution] = await editor.n8n.api.waitForExecutions(stored.id, 1);
	expect(execution!.status).toBe('success');
	const text = JSON.stringify(execution);
	expect(text).toContain('Nowhere');
	expect(text).not.toMatch(/"cachedResultName":"\W*=/);
});

test('in a tool, the model fills the values, with descriptions that say where they come from', async () => {
	const agent = { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 3 };
	const move = { resource: 'appointment', operation: 'reschedule' };
	const tool = { ...editor.draft('Move', move), type: `${actionNodeType}Tool` };
	const { nodes, connections, ...workflow } = chain('Tool', [start, agent]);
	nodes.push({ ...chain('Tool', [tool]).nodes[0]!, position: [400, 300] });
	connections.Move = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };
	await editor.open({ ...workflow, nodes, connections });
	await editor.openNode('Move');
	const filled = editor.find('fromAI-override-field');
	await filled.nth(1).waitFor();
	const sources = editor.find('ndv').locator('textarea');
	expect(await sources.first().inputValue()).toBe('appointment_key from the list of appointments');
	expect(await sources.nth(1).inputValue()).toContain('local time of the account');
});

// Every operation: test/contract, and test/n8n/editor for its fields.
test('free times: calendar and service from lists, fields before a run, times afterwards', async () => {
	const { service, tab } = editor;
	const { calendar } = service.appointments.list().find((one) => one.calendar.name !== code)!;
	service.book({ status: 'CONFIRMED', start_date: '2030-12-03T09:30:00', calendar });
	const free = {
		resource: 'appointment',
		operation: 'getFreeTimes',
		when: 'onDate',
		day: '2030-12-03T00:00:00',
	};
	const nodes = [start, editor.draft('Free Times', free), after];
	await editor.open(chain('Free', nodes));
	await editor.node('Free Times').getByText('Get Free Times').waitFor();
	await editor.openNode('After');
	await editor.find('schema-preview-warning').waitFor();
	await editor.find('run-data-schema-item').getByText('end_date', { exact: true }).waitFor();
	await editor.closeNode();

	await editor.openNode('Free Times');
	await editor.find('rlc-input').click();
	await editor.find('rlc-item').getByText(calendar.name).first().click();
	await editor.find('parameter-input-serviceKeys').click();
	await tab.getByText('Retorno (30 min)', { exact: true }).click();
	await tab.keyboard.press('Escape');
	await editor.find('node-execute-button').click();
	await editor.holds('output-panel', '2030-12-03T10:00:00-03:00');
	expect(await editor.find('output-panel').getByText('2030-12-03T09:30:00-03:00').count()).toBe(1);
	await editor.picture('free-times', editor.find('ndv'));
});

test('an appointment is booked with a name, at a time that is free', async () => {
	const { service } = editor;
	const create = {
		resource: 'appointment',
		operation: 'create',
		startDate: '2030-12-05T10:00:00',
	};
	await editor.open(chain('Book', [start, editor.draft('Create', create)]));
	await editor.node('Create').getByText('Create Appointment').waitFor();
	await editor.openNode('Create');
	await editor.find('rlc-input').click();
	await editor.find('rlc-item').getByText('Dra. Souza').first().click();
	await editor.find('parameter-input-name').locator('input').first().fill('Rita Alves');
	await editor.find('node-execute-button').click();
	await editor.holds('output-panel', 'Rita Alves');
	const booked = service.appointments.list().filter(({ wall }) => wall.startsWith('2030-12-05'));
	expect(booked).toMatchObject([
		{ wall: '2030-12-05T10:00:00', person: { full_name: 'Rita Alves' }, status: 'PENDING' },
	]);
});
