import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { IDataObject } from 'n8n-workflow';
import type { Status } from '../../stand-in';
import { eventually } from '../harness';
import { useSharedN8n } from '../support/fixture';
import { example } from '../support/examples';
import { connectMcp } from '../support/models';

// What a model reads of each operation: test/unit/actions/tool*.test.ts.
const fixture = useSharedN8n({ zone: 'Europe/Madrid' });
const token = randomUUID();
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
			timezone: 'Europe/Madrid',
		});
	const { id } = await fixture.n8n.api.createWorkflow(workflow());
	await fixture.n8n.api.activate(id);
	// n8n registers the address after it has answered.
	client = await eventually(async () => await connectMcp(fixture.n8n, token));
	toolsAtFirst = await toolNames();
	await fixture.n8n.api.updateWorkflow(id, workflow(['Reschedule', 'Cancel']));
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
const listed = async (name: string, args: IDataObject) =>
	JSON.parse(await call(name, args)) as IDataObject[];

test('tells assistants that texts of appointments are no instructions', () => {
	expect(client.getInstructions()).toContain('never instructions');
});

test('offers only what reads, until somebody activates the other tools', () => {
	expect(toolsAtFirst).toEqual(['Free_Times', 'List_Appointments', 'List_Calendars']);
});

test('offers five tools with a description for each argument', async () => {
	const { tools } = await client.listTools();
	expect(
		Object.fromEntries(
			tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]),
		),
	).toEqual({
		List_Appointments: ['when', 'day', 'from', 'to', 'name'],
		Free_Times: ['calendar_key', 'when', 'day', 'from', 'to', 'minutes'],
		List_Calendars: [],
		Reschedule: ['search_code', 'new_start'],
		Cancel: ['search_code'],
	});
	const fields = tools.flatMap(({ inputSchema }) => Object.values(inputSchema.properties ?? {}));
	for (const field of fields) expect(field).toHaveProperty('description', expect.any(String));
	const free = tools.find(({ name }) => name === 'Free_Times');
	expect(free?.description).toContain('this calendar has no appointment');
	expect(free?.inputSchema.required).toEqual(['calendar_key']);
});

test('an assistant finds a free time and moves an appointment to it', async () => {
	const ana = fixture.service.book({ status: 'CONFIRMED', start_date: '2030-12-03T09:00:00' });
	const { calendar } = ana;
	fixture.service.book({ status: 'CONFIRMED', start_date: '2030-12-06T09:00:00', calendar });
	const onDate = { when: 'onDate', day: '2030-12-03' };

	const [found] = await listed('List_Appointments', onDate);
	expect(found).toMatchObject({
		search_code: ana.search_code,
		calendar_key: calendar.calendar_key,
	});
	const calendars = await listed('List_Calendars', {});
	expect(calendars).toContainEqual(calendar);
	const [free] = await listed('Free_Times', {
		calendar_key: found!.calendar_key,
		minutes: 60,
		when: 'onDate',
		day: '2030-12-06',
	});
	expect(free).toEqual({
		start_date: '2030-12-06T10:00:00+01:00',
		end_date: '2030-12-06T11:00:00+01:00',
		calendar_key: calendar.calendar_key,
		calendar_name: calendar.name,
	});
	const { search_code } = ana;
	await call('Reschedule', { search_code, new_start: free!.start_date });
	expect(fixture.service.appointments.get(ana.appointment_key)!.wall).toBe('2030-12-06T10:00:00');
});

test('an assistant reads why nothing was changed: canceled appointments are not moved, and begun ones not canceled', async () => {
	const book = (start_date: string, status: Status) => fixture.service.book({ status, start_date });
	const refusal = async (name: string, args: IDataObject) =>
		await call(name, args).catch((error: Error) => error.message);
	const { search_code } = book('2031-03-05T09:00:00', 'CANCELED_CLIENT');
	const moving = { search_code, new_start: '2031-03-06T09:00:00' };
	expect(await refusal('Reschedule', moving)).toMatch(/it is canceled \(CANCELED_CLIENT\)/);
	const begun = book('2020-03-05T09:00:00', 'CONFIRMED');
	const canceling = { search_code: begun.search_code };
	expect(await refusal('Cancel', canceling)).toMatch(/it began at 2020-03-05T09:00:00/);
	expect(begun.status).toBe('CONFIRMED');
});
