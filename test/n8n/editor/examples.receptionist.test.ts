import { randomUUID } from 'node:crypto';
import { eventually, request } from '../harness';
import { startChatModel, type ChatModel, type Move } from '../support/chatModel';
import { withDoor, written, type Door } from '../support/gateway';
import { settings, useExamples } from '../support/published';

const ANA = '5511988881111';
const BEN = '5511988882222';
const DAY = '2030-12-03';
const FRIDAY = '2030-12-06';

const workflow = useExamples();
let model: ChatModel;
let path: string;

beforeAll(async () => {
	model = await startChatModel(workflow.api);
	workflow.credentials.openAiApi = model.credentialId;
});
beforeEach(() => {
	path = randomUUID();
	model.requests.length = 0;
	model.script.length = 0;
	workflow.mailbox.received.length = 0;
});
afterAll(async () => await model?.stop());

const parameters = {
	Settings: settings({
		testPhone: `+${ANA}`,
		testEmail: 'you@example.com',
		reception: 'desk@example.com',
	}),
	'Try It Here': { public: true },
};

async function open(door: Door): Promise<void> {
	const example = workflow.workflow('receptionist.json', parameters, ['Answer by WhatsApp']);
	({ id: workflow.id } = await workflow.api.createWorkflow(withDoor(example, door)));
	if ('path' in door) await workflow.api.activate(workflow.id);
	workflow.service.requests.clear();
}

/** Clients write; what the model does about it is given. */
async function write(messages: object[], moves: Move[]): Promise<void> {
	model.script.splice(0, Infinity, ...moves);
	const url = workflow.n8n.webhookUrl(path);
	expect((await request(url, { method: 'POST', body: messages })).status).toBe(200);
	await eventually(() => expect(model.script).toEqual([]));
}

const answers = async (count: number) => {
	await eventually(() => expect(workflow.gateway.received).toHaveLength(count));
	return workflow.gateway.received.map(({ number, text }) => [number, text]);
};
const calendar = () => {
	const [{ key, name } = { key: '', name: '' }] = workflow.service.calendars.list();
	return { calendar_key: key, name };
};
const book = (phone: string, full_name: string, start_date = `${DAY}T09:00:00`) =>
	workflow.service.book({
		status: 'CONFIRMED',
		start_date,
		calendar: calendar(),
		service_keys: [],
		person: { full_name, phone },
	});

test('clients whose messages arrive together see their own appointments, and nothing of each other', async () => {
	const soon = workflow.wall(3, '09:00');
	const ana = book('+55 11 98888-1111', 'Ana García', soon);
	const ben = book(`+${BEN}`, 'Ben Secret', workflow.wall(3, '10:00'));
	await open({ path });
	await write(
		[written(ANA, 'When do I come?'), written(BEN, 'And I?')],
		[
			{ call: 'Client_s_Appointments', with: {} },
			{ say: 'Hello Ana' },
			{ call: 'Client_s_Appointments', with: {} },
			{ say: 'Hello Ben' },
		],
	);
	expect(await answers(2)).toEqual([
		[ANA, 'Hello Ana'],
		[BEN, 'Hello Ben'],
	]);
	const [, toAna, , toBen] = model.requests.map(({ messages }) => JSON.stringify(messages));
	expect(toAna).toContain(ana.appointment_key);
	expect(toAna).not.toContain('Ben Secret');
	expect(toBen).toContain(ben.appointment_key);
	expect(toBen).not.toMatch(/Ana García|Hello Ana|When do I come/);
});

test('finds a service and a free time, and books it for the number of the chat', async () => {
	const [service] = workflow.service.services.list();
	const { calendar_key } = calendar();
	const service_keys = service!.key;
	const start = `${DAY}T10:00:00`;
	await open({ path });
	await write(
		[written(ANA, 'I need an appointment')],
		[
			{ call: 'List_Services', with: {} },
			{ call: 'List_Calendars', with: {} },
			{ call: 'Free_Times', with: { calendar_key, service_keys, when: 'onDate', day: DAY } },
			{ call: 'Book', with: { calendar_key, service_keys, start, client_name: 'Ana García' } },
			{ say: 'You come on Tuesday.' },
		],
	);
	expect(await answers(1)).toEqual([[ANA, 'You come on Tuesday.']]);
	const [services, calendars, times, booked] = model.toolAnswers();
	expect(services).toContain(service!.name);
	expect(calendars).toContain(calendar().name);
	expect(times).toContain(`${start}-03:00`);
	expect(booked).toContain('Booked for');
	const [made] = workflow.service.appointments.list();
	expect(made).toMatchObject({
		wall: start,
		status: 'PENDING',
		person: { full_name: 'Ana García', phone: `+${ANA}` },
		service_keys: [service_keys],
	});
});

test("moves the client's own appointment, and finds no other one", async () => {
	const own = book(`+${ANA}`, 'Ana García');
	const other = book(`+${BEN}`, 'Ben Secret', `${DAY}T15:00:00`);
	const new_start = `${FRIDAY}T10:00:00`;
	await open({ path });
	await write(
		[written(ANA, 'Move it')],
		[
			{ call: 'Reschedule', with: { appointment_key: other.appointment_key, new_start } },
			{ call: 'Reschedule', with: { appointment_key: own.appointment_key, new_start } },
			{ say: 'You come on Friday.' },
		],
	);
	await answers(1);
	expect(own.wall).toBe(new_start);
	expect(other.wall).toBe(`${DAY}T15:00:00`);
	expect(model.toolAnswers()[0]).toContain('No appointment of this client has this key');
	expect(model.toolAnswers().join()).not.toContain('Ben Secret');
});

/** n8n ignores a click without a browser's name: previews of links must approve nothing. */
async function decide(label: 'true' | 'false'): Promise<string> {
	const mail = await eventually(() => {
		const [first] = workflow.mailbox.received;
		expect(first).toBeDefined();
		return first!;
	});
	await eventually(async () => {
		const waiting = await workflow.api.executions(workflow.id, { status: 'waiting' });
		expect(waiting).toHaveLength(1);
	});
	const links = mail.text.match(/https:[^\s\]]+/g) ?? [];
	expect(workflow.changes()).toEqual([]);
	await request(
		links.find((link) => link.includes(`approved=${label}`))!,
		{
			headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' },
		},
	);
	return `${mail.to.join()} ${mail.text}`;
}

test.each([
	['cancels an appointment once a person approves', ANA, 'true', 'CANCELED'],
	['keeps an appointment if a person declines', ANA, 'false', 'CONFIRMED'],
	["keeps a stranger's appointment whatever a person approves", BEN, 'true', 'CONFIRMED'],
] as const)('%s', async (_title, phone, label, status) => {
	const appointment = book(`+${phone}`, 'Ana García');
	await open({ path });
	const toolParameters = { appointment_key: appointment.appointment_key };
	const hitlParameters = { client: 'Ana García', current_start: `${DAY} 09:00` };
	await write(
		[written(ANA, 'I cannot come')],
		[{ call: 'Cancel', with: { toolParameters, hitlParameters } }],
	);
	model.script.push({ say: 'Done.' });
	const asked = await decide(label);
	for (const part of ['desk@example.com', ANA, 'Ana García', appointment.appointment_key]) {
		expect(asked).toContain(part);
	}
	expect(await answers(1)).toEqual([[ANA, 'Done.']]);
	expect(appointment.status).toBe(status);
});

test('a test finds everything and changes nothing', async () => {
	const own = book(`+${ANA}`, 'Ana García');
	const { appointment_key } = own;
	const [start, client_name] = [`${DAY}T10:00:00`, 'Ana García'];
	await open({ message: written(ANA, 'Book and move') });
	model.script.push(
		{ call: 'Book', with: { calendar_key: calendar().calendar_key, start, client_name } },
		{ call: 'Reschedule', with: { appointment_key, new_start: start } },
		{ say: 'I cannot.' },
	);
	await workflow.api.runManually(workflow.id, 'Door');
	expect(await answers(1)).toEqual([[ANA, 'I cannot.']]);
	for (const answer of model.toolAnswers()) expect(answer).toContain('this is a test');
	expect(workflow.changes()).toEqual([]);
});

test('the chat of the editor acts for the number in Settings', async () => {
	const own = book(`+${ANA}`, 'Ana García', workflow.wall(3, '09:00'));
	await open({ path });
	model.script.push({ call: 'Client_s_Appointments', with: {} }, { say: 'On Tuesday.' });
	const { nodes } = await workflow.api.getWorkflow(workflow.id);
	const { webhookId } = nodes.find(({ name }) => name === 'Try It Here')!;
	const body = { action: 'sendMessage', sessionId: randomUUID(), chatInput: 'When do I come?' };
	await request(workflow.n8n.webhookUrl(`${webhookId}/chat`), { method: 'POST', body });
	await eventually(() => expect(model.script).toEqual([]));
	expect(model.toolAnswers().join()).toContain(own.appointment_key);
	const [run] = await eventually(async () => {
		const runs = await workflow.api.executions(workflow.id, { includeData: true });
		expect(JSON.stringify(runs)).toContain('On Tuesday.');
		return runs;
	});
	expect(run?.data?.resultData.runData['Answer Here']).toHaveLength(1);
});
