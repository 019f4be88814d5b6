import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Appointment } from '../../stand-in';
import { eventually, request, type Workflow } from '../harness';
import { askingForKey } from '../support/agents';
import { useSharedN8n } from '../support/fixture';
import { startChatModel, type ChatModel, type Move } from '../support/chatModel';
import { example } from '../support/examples';

// What a tool asks the model for, and tells it: test/unit/nodes/display.test.ts, test/unit/actions/toolAnswers.test.ts.
const fixture = useSharedN8n({ zone: 'Europe/Madrid' });
let model: ChatModel;
let front: Workflow;
let ana: Appointment;

beforeAll(async () => {
	model = await startChatModel();
	const data = { apiKey: 'none', url: model.url };
	const openAiApi = await fixture.n8n.api.createCredential(data, { type: 'openAiApi' });
	front = example('agent-with-approval.json', {
		credentials: { appointmentSchedulingApi: fixture.credentialId, openAiApi },
		parameters: { Chat: { public: true } },
		timezone: 'Europe/Madrid',
	});
	const booking = { status: 'CONFIRMED', person: { full_name: 'Ana García' } } as const;
	ana = fixture.service.book({ ...booking, start_date: '2030-12-03T09:00:00' });
	fixture.service.book({ ...booking, start_date: '2030-12-06T12:00:00', calendar: ana.calendar });
});
beforeEach(() => {
	model.requests.length = 0;
	fixture.service.requests.clear();
});
afterAll(async () => await model?.stop());

/** Sends a message to the agent's chat; what the model does about it is given. */
async function chat(workflow: Workflow, text: string, moves: Move[]): Promise<string> {
	model.script.splice(0, Infinity, ...moves);
	const { id, nodes } = await fixture.n8n.api.createWorkflow(workflow);
	const { webhookId } = nodes.find(({ name }) => name === 'Chat')!;
	await fixture.n8n.api.activate(id);
	const answer = await request(fixture.n8n.webhookUrl(`${webhookId}/chat`), {
		method: 'POST',
		body: { action: 'sendMessage', sessionId: randomUUID(), chatInput: text },
	});
	await eventually(() => expect(model.script).toEqual([]));
	return (answer.json as { executionId: string }).executionId;
}

interface Question {
	text: string;
	buttons: Array<{ text: string; link: string }>;
}

/** The message that the named node has put in the chat. */
async function messageIn<T>(executionId: string, nodeName: string): Promise<T> {
	return await eventually(async () => {
		const { data } = await fixture.n8n.api.getExecution(executionId);
		const run = data?.resultData.runData[nodeName]?.at(-1)?.data;
		const message: unknown = (run?.main?.[0] ?? run?.ai_tool?.[0])?.[0]?.sendMessage;
		expect(message).toBeDefined();
		return message as T;
	});
}

/** n8n ignores a click without a browser's name: previews of links must approve nothing. */
const press = async ({ buttons }: Question, label: string) =>
	await request(buttons.find(({ text }) => text === label)!.link, {
		headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' },
	});

const changes = () => fixture.service.requests.entries.filter(({ method }) => method !== 'GET');

test('the example with human review finds the appointment and a free time, asks, and moves it once a person approves', async () => {
	const { calendar_key } = ana.calendar;
	const { search_code } = ana;
	const hitlParameters = { client: 'Ana García', current_start: '2030-12-03T09:00:00+01:00' };
	const toolParameters = { search_code, new_start: '2030-12-06T10:00:00' };
	const executionId = await chat(front, 'Move Ana to Friday at ten', [
		{ call: 'Find_by_Name', with: { name: 'Ana' } },
		{ call: 'Free_Times', with: { calendar_key, when: 'onDate', day: '2030-12-06' } },
		{ call: 'Reschedule', with: { toolParameters, hitlParameters } },
	]);
	// A choice of days would exclude its start filter.
	expect(model.argumentsOf('Find_by_Name')).toEqual(['name']);
	expect(model.argumentsOf('Find_by_Day')).toEqual(['day']);
	const [found] = model.toolAnswers().map((text) => JSON.parse(text) as IDataObject[]);
	expect(found).toContainEqual(expect.objectContaining({ search_code, calendar_key }));
	const question = await messageIn<Question>(executionId, 'Approve');
	const shown = ['Reschedule', ...Object.values(hitlParameters), ...Object.values(toolParameters)];
	for (const part of shown) expect(question.text).toContain(part);
	expect(changes()).toEqual([]);

	model.script.push({ say: 'Ana comes on Friday at ten.' });
	await press(question, 'Approve');
	expect(await messageIn(executionId, 'Reply')).toBe('Ana comes on Friday at ten.');
	expect(changes().map(({ body }) => JSON.parse(body) as IDataObject)).toEqual([
		{ start_date: '2030-12-06T10:00:00+01:00' },
	]);
	expect(JSON.stringify(model.requests.at(-1)!.messages)).toContain('2030-12-06T10:00:00+01:00');
});

// n8n runs the tools of agents before version 3 in another way. From then on, n8n itself puts the
// model's arguments over the fields of $json.
test.each([
	[2.2, '={{ $json.key }}'],
	[3, "={{ $('Edit Fields').item.json.key }}"],
])(
	'a tool of an agent %s acts on the item of the agent, %s, whatever the model says',
	async (version, value) => {
		const [meant, other] = ['2030-12-10T09:00:00', '2030-12-11T09:00:00'].map((start_date) =>
			fixture.service.book({ status: 'CONFIRMED', start_date }),
		) as [Appointment, Appointment];
		const workflow = askingForKey(front, version, value, { key: meant.appointment_key });

		await chat(workflow, 'Cancel it', [
			{ call: 'Cancel', with: { key: other.appointment_key } },
			{ say: 'It is canceled.' },
		]);

		expect(changes().map(({ method, path, query }) => [method, path, query])).toEqual([
			['DELETE', `/api/v3/appointments/${meant.appointment_key}/`, 'send_email=false'],
		]);
	},
);
