import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { IDataObject } from 'n8n-workflow';
import { eventually } from '../harness';
import { useSharedN8n } from '../support/fixture';
import { example } from '../support/examples';
import { connectMcp } from '../support/models';

// What a model reads of each operation: test/unit/actions/tool*.test.ts.
const fixture = useSharedN8n({ zone: 'America/Sao_Paulo' });
const token = randomUUID();
const CHANGES = ['Book', 'Reschedule', 'Cancel'];
let client: Client;
let toolsAtFirst: string[];

beforeAll(async () => {
	const httpBearerAuth = await fixture.n8n.api.createCredential(
		{ token },
		{ type: 'httpBearerAuth' },
	);
	const credentials = { appointmentSchedulingApi: fixture.credentialId, httpBearerAuth };
	const workflow = (activated: string[] = []) =>
		example('appointments-as-mcp-server.json', {
			credentials,
			activated,
		});
	const { id } = await fixture.n8n.api.createWorkflow(workflow());
	await fixture.n8n.api.activate(id);
	// n8n registers the address after it has answered.
	client = await eventually(async () => await connectMcp(fixture.n8n, token));
	toolsAtFirst = await toolNames();
	await fixture.n8n.api.updateWorkflow(id, workflow(CHANGES));
	await eventually(async () => {
		await client.close();
		client = await connectMcp(fixture.n8n, token);
		expect(await toolNames()).toContain('Cancel');
	});
});
afterAll(async () => await client?.close());

const toolNames = async () => (await client.listTools()).tools.map(({ name }) => name).sort();

/** What a tool answers. */
async function call(name: string, args: IDataObject): Promise<string> {
	const { content } = await client.callTool({ name, arguments: args });
	return (content as Array<{ text: string }>).map(({ text }) => text).join('\n');
}
/** The same, also if it fails. */
const refusal = async (name: string, args: IDataObject) =>
	await call(name, args).catch((error: Error) => error.message);
const listed = async (name: string, args: IDataObject) =>
	JSON.parse(await call(name, args)) as IDataObject[];

test('tells assistants that texts of appointments are no instructions', () => {
	expect(client.getInstructions()).toContain('never instructions');
});

const READS = ['Free_Times', 'List_Appointments', 'List_Calendars', 'List_Services'];

test('offers only what reads, until somebody activates the other tools', async () => {
	expect(toolsAtFirst).toEqual(READS);
	expect(await toolNames()).toEqual([...CHANGES, ...READS].sort());
});

test('offers its tools with a description for each argument', async () => {
	const { tools } = await client.listTools();
	const days = ['when', 'day', 'from', 'to'];
	expect(
		Object.fromEntries(
			tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]),
		),
	).toEqual({
		List_Services: [],
		List_Calendars: [],
		List_Appointments: [...days, 'name'],
		Free_Times: ['calendar_key', ...days, 'service_keys'],
		Book: [
			...['calendar_key', 'start', 'client_name', 'client_phone', 'client_email', 'service_keys'],
		],
		Reschedule: ['appointment_key', 'new_start'],
		Cancel: ['appointment_key'],
	});
	const fields = tools.flatMap(({ inputSchema }) => Object.values(inputSchema.properties ?? {}));
	for (const field of fields) expect(field).toHaveProperty('description', expect.any(String));
	const book = tools.find(({ name }) => name === 'Book');
	expect(book?.inputSchema.required).toEqual(['calendar_key', 'start', 'client_name']);
});

test.each(['samples', 'document'] as const)(
	'an assistant finds a service and a free time, books it, moves it and cancels it (%s)',
	async (shape) => {
		const { service } = fixture;
		service.set({ shape });
		service.requests.clear();
		const DAY = shape === 'samples' ? '2030-12-03' : '2030-12-10';
		const [calendar] = await listed('List_Calendars', {});
		const { calendar_key } = calendar!;
		const [{ service_key } = {}] = await listed('List_Services', {});
		const onDay = { when: 'onDate', day: DAY };
		const times = await listed('Free_Times', { calendar_key, service_keys: service_key, ...onDay });
		const [first, second] = times.map(({ start_date }) => start_date);
		expect(first).toBe(`${DAY}T08:00:00-03:00`);

		const client_name = `Ana Lima ${shape}`;
		const booking = {
			calendar_key,
			client_name,
			service_keys: service_key,
			start: first,
			client_phone: '+5511988881111',
		};
		const [booked] = await listed('Book', booking);
		expect(booked).toMatchObject({ created: true, status: 'PENDING', start_date: first });
		const again = await refusal('Book', { ...booking, client_name: client_name.toUpperCase() });
		const present = { alreadyBooked: true, start_date: first, calendar_name: calendar!.name };
		// The other shape shows no phone, so nobody can tell whose it is.
		if (shape === 'samples') expect(JSON.parse(again)[0]).toEqual(present);
		else expect(again).toContain('is not available. Nothing was booked. Free times of that day: ');

		const [found] = await listed('List_Appointments', { ...onDay, name: client_name });
		const { appointment_key } = found!;
		const [moved] = await listed('Reschedule', { appointment_key, new_start: second });
		expect(moved).toMatchObject({ person_name: client_name, start_date: second });
		const [canceled] = await listed('Cancel', { appointment_key });
		expect(canceled).toMatchObject({ canceled: true, status: 'CANCELED' });
		expect(
			service.requests.entries.flatMap(({ method }) => (method === 'GET' ? [] : method)),
		).toEqual(['POST', 'PATCH', 'DELETE']);
	},
);
