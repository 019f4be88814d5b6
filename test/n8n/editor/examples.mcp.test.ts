import { randomUUID } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { IDataObject } from 'n8n-workflow';
import { eventually, loopbackCertificate } from '../harness';
import { useExamples } from '../support/published';

// What a model reads of each operation: test/unit/actions/tool*.test.ts.
const FILE = 'appointments-as-mcp-server.json';
const DAY = '2030-12-03';
const CHANGING = ['Book', 'Reschedule', 'Cancel'];

const workflow = useExamples();
const token = randomUUID();
let client: Client | undefined;

beforeAll(async () => {
	const options = { type: 'httpBearerAuth' };
	workflow.credentials.httpBearerAuth = await workflow.api.createCredential({ token }, options);
});
afterEach(async () => {
	await client?.close();
	client = undefined;
});

async function create(activated: string[]): Promise<void> {
	const example = workflow.workflow(FILE, {}, activated);
	({ id: workflow.id } = await workflow.api.createWorkflow(example));
	workflow.service.requests.clear();
}

async function mcpClient(folder = 'mcp'): Promise<Client> {
	const { cert } = await loopbackCertificate();
	setDefaultCACertificates([...getCACertificates(), cert]);
	const requestInit = { headers: { authorization: `Bearer ${token}` } };
	const client = new Client({ name: 'test', version: '1.0.0' });
	const address = new URL(`${folder}/appointments`, `${workflow.n8n.url}/`);
	await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
	return client;
}

/** n8n registers the address after it has answered. */
async function connect(folder?: string): Promise<Client> {
	client = await eventually(async () => await mcpClient(folder));
	return client;
}

async function call(name: string, args: IDataObject): Promise<string> {
	const { content } = await client!.callTool({ name, arguments: args });
	return (content as Array<{ text: string }>).map(({ text }) => text).join('\n');
}

test('offers only what reads, until somebody activates the other tools', async () => {
	await create([]);
	await workflow.api.activate(workflow.id);
	const { tools } = await (await connect()).listTools();
	expect(tools.map(({ name }) => name).sort()).toEqual([
		'Free_Times',
		'List_Appointments',
		'List_Calendars',
		'List_Services',
	]);
	expect(client!.getInstructions()).toContain('never instructions');
});

test('an assistant finds a service and a free time, books it, moves it and cancels it', async () => {
	await create(CHANGING);
	await workflow.api.activate(workflow.id);
	const { tools } = await (await connect()).listTools();
	const argumentsOf = Object.fromEntries(
		tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]),
	);
	const days = ['when', 'day', 'from', 'to'];
	expect(argumentsOf).toEqual({
		List_Services: [],
		List_Calendars: [],
		List_Appointments: [...days, 'name'],
		Free_Times: ['calendar_key', ...days, 'service_keys'],
		Book: ['calendar_key', 'start', 'client_name', 'client_phone', 'client_email', 'service_keys'],
		Reschedule: ['appointment_key', 'new_start'],
		Cancel: ['appointment_key'],
	});
	const fields = tools.flatMap(({ inputSchema }) => Object.values(inputSchema.properties ?? {}));
	for (const field of fields) expect(field).toHaveProperty('description', expect.any(String));
	const { inputSchema } = tools.find(({ name }) => name === 'Book')!;
	expect(inputSchema.required).toEqual(['calendar_key', 'start', 'client_name']);

	const [calendar] = workflow.service.calendars.list();
	const [service] = workflow.service.services.list();
	expect(await call('List_Services', {})).toContain(service!.key);
	expect(await call('List_Calendars', {})).toContain(calendar!.key);
	const place = { calendar_key: calendar!.key, service_keys: service!.key };
	const start = `${DAY}T10:00:00-03:00`;
	expect(await call('Free_Times', { ...place, when: 'onDate', day: DAY })).toContain(start);
	await call('Book', {
		...place,
		start,
		client_name: 'Ana García',
		client_phone: '+5511988881111',
	});
	const [booked] = workflow.service.appointments.list();
	expect(booked).toMatchObject({ wall: `${DAY}T10:00:00`, service_keys: [service!.key] });
	const { appointment_key } = booked!;
	expect(await call('List_Appointments', { name: 'Ana' })).toContain(appointment_key);
	await call('Reschedule', { appointment_key, new_start: `${DAY}T15:00:00` });
	expect(workflow.stored(appointment_key).wall).toBe(`${DAY}T15:00:00`);
	await call('Cancel', { appointment_key });
	expect(workflow.stored(appointment_key).status).toBe('CANCELED');
});

test('a test changes nothing', async () => {
	await create(CHANGING);
	await workflow.api.listenForTest(workflow.id, 'MCP Server');
	await connect('mcp-test');
	const [calendar] = workflow.service.calendars.list();
	const wanted = { calendar_key: calendar!.key, start: `${DAY}T10:00:00`, client_name: 'Ana' };
	expect(await call('Book', wanted)).toContain('this is a test');
	expect(workflow.changes()).toEqual([]);
});
