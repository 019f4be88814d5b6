import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../support/bench';
import { eventually } from '../support/events';
import { example } from '../support/examples';

/** The first use of a tool loads a good part of n8n. */
jest.setTimeout(240_000);

const bench = useBench({ zone: 'Europe/Madrid' }, { https: false, editor: true });
const token = randomUUID();
let client: Client;
let url: URL;

beforeAll(async () => {
	const httpBearerAuth = await bench.n8n.api.createCredential(
		{ token },
		{ type: 'httpBearerAuth' },
	);
	const workflow = example('appointments-as-mcp-server.json', {
		credentials: { appointmentSchedulingApi: bench.credentialId, httpBearerAuth },
		timezone: 'Europe/Madrid',
	});
	const { id } = await bench.n8n.api.createWorkflow(workflow);
	await bench.n8n.api.activate(id);
	url = new URL('mcp/appointments', `${bench.n8n.url}/`);
	// n8n registers the address after it has answered.
	await eventually(async () => void (client = await connected(token)), 60_000);
});
afterAll(async () => await client?.close());

async function connected(bearer: string): Promise<Client> {
	const own = new Client({ name: 'test', version: '1.0.0' });
	const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
	await own.connect(new StreamableHTTPClientTransport(url, { requestInit }));
	return own;
}

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
	const ana = bench.service.book({ status: 'CONFIRMED', start_date: '2030-12-03T09:00:00' });
	const { calendar } = ana;
	bench.service.book({ status: 'CONFIRMED', start_date: '2030-12-06T09:00:00', calendar });
	const onDate = { when: 'onDate', day: '2030-12-03' };

	const [found] = await listed('List_Appointments', onDate);
	expect(found).toMatchObject({
		search_code: ana.search_code,
		calendar_key: calendar.calendar_key,
	});
	const calendars = await listed('List_Calendars', {});
	expect(calendars).toContainEqual(calendar);
	const [free] = await listed('Free_Times', {
		...{ calendar_key: found!.calendar_key, minutes: 60 },
		...{ when: 'onDate', day: '2030-12-06' },
	});
	expect(free).toEqual({
		start_date: '2030-12-06T10:00:00+01:00',
		end_date: '2030-12-06T11:00:00+01:00',
		calendar_key: calendar.calendar_key,
		calendar_name: calendar.name,
	});
	const { search_code } = ana;
	await call('Reschedule', { search_code, new_start: free!.start_date });
	expect(bench.service.appointments.get(ana.appointment_key)!.wall).toBe('2030-12-06T10:00:00');
});

describe('arguments that are half-filled or wrong', () => {
	const notesOf = async (name: string, args: IDataObject) =>
		(await listed(name, args)).at(-1)!.note;
	const asked = (first: string, last = first) =>
		expect.stringContaining(`from ${first}T00:00:00 to ${last}T23:59:59.`);

	test.each<[IDataObject, ReturnType<typeof asked>]>([
		[{ day: '2030-12-10' }, asked('2030-12-10')],
		[{ from: '2030-12-10', to: '2030-12-12' }, asked('2030-12-10', '2030-12-12')],
		[{ when: '', day: '2030-12-10', from: '', to: '', name: '' }, asked('2030-12-10')],
		[
			{ when: 'anyTime', day: '2030-12-10', from: '2030-12-01', to: '2030-12-31' },
			asked('2030-12-10'),
		],
		[{ name: 'Nobody' }, expect.stringContaining('at any time.')],
	])('a list with %j says what it asked for', async (args, note) => {
		expect(await notesOf('List_Appointments', args)).toEqual(note);
		expect(await notesOf('List_Appointments', args)).toContain('in Europe/Madrid.');
	});

	test.each<[string, IDataObject, RegExp]>([
		['List_Appointments', { when: 'today', day: '2030-12-10' }, /exclude each other/],
		['List_Appointments', { from: '2030-12-10' }, /'To': the date is empty/],
		['List_Appointments', { when: 'soon' }, /not a valid choice/],
		['Free_Times', { calendar_key: '' }, /'Calendar': the key is empty/],
		['Free_Times', {}, /calendar_key/],
		['Reschedule', { search_code: 'none', new_start: '2030-12-10T10:00:00' }, /no appointment has/],
		['Reschedule', { search_code: 'none', new_start: '2020-12-10T10:00:00' }, /in the past/],
		['Cancel', { search_code: ' ' }, /'Appointment': it is empty/],
	])('%s with %j is refused with a reason', async (name, args, reason) => {
		expect(await call(name, args)).toMatch(reason);
	});
});

test('an assistant learns that there is more, why nothing is free, and whether an email is sent', async () => {
	const calendar = { calendar_key: randomUUID(), name: 'Optics' };
	const [first] = bench.service.seed(51, {
		start_date: '2030-11-04T10:00:00',
		status: 'CONFIRMED',
		calendar,
	});
	const entries = await listed('List_Appointments', { day: '2030-11-04' });
	expect(entries).toHaveLength(51);
	expect(entries.at(-1)!.note).toContain('50 of more: narrow the days or the filters.');

	const free = await listed('Free_Times', {
		calendar_key: calendar.calendar_key,
		day: '2030-11-03',
	});
	expect(free).toEqual([{ note: expect.stringContaining('Nothing is free: closed') }]);

	const canceled = await listed('Cancel', { search_code: first!.search_code });
	expect(canceled.at(-1)).toEqual({ note: 'The client gets no email about it.' });
});
