import type { INodeParameters } from 'n8n-workflow';
import {
	actionNodeType,
	chain,
	outputOf,
	pollingTriggerNodeType,
	runAction,
	type ActionResult,
} from './harness';
import { credentialOf, useSharedN8n } from './support/bench';
import { locator } from './support/dialects';
import { eventually } from './support/events';

/** The account is in Berlin, but the shared n8n runs in New York, and no workflow has a zone of its own. */
const bench = useSharedN8n({ zone: 'Europe/Berlin' });
let published: string | undefined;
afterEach(async () => {
	if (published) await bench.n8n.api.deleteWorkflow(published);
	published = undefined;
});

const picked = '2030-12-24T10:00:00';
/** Ten o'clock in Berlin. */
const moment = "={{ DateTime.fromISO('2030-12-24T09:00:00Z') }}";

/** 'Timezone' under 'Options', and 'Service Timezone' of the credential. */
interface Zones {
	option: string;
	account: string;
}

const byOption = { option: 'Asia/Tokyo', account: 'Europe/Berlin' };
const byAccount = { option: '', account: 'Europe/Berlin' };
const unset = { option: '', account: '' };

const credentialWith = async (timezone: string) =>
	await bench.n8n.api.createCredential({ ...credentialOf(bench.service), timezone });

async function run({ option, account }: Zones, parameters: INodeParameters) {
	return await runAction(bench.n8n, {
		credentialId: await credentialWith(account),
		parameters: { resource: 'appointment', ...parameters, options: { timezone: option } },
	});
}

const hintsOf = ({ execution }: ActionResult): string[] =>
	execution.data?.resultData.runData.Action?.at(-1)?.hints?.map(({ message }) => message) ?? [];

const queryOf = (name: string) =>
	bench.service.requests
		.of('GET', /appointments\/$/)
		.map(({ query }) => new URLSearchParams(query).get(name));

beforeEach(() => {
	bench.service.speak('plain');
	bench.service.requests.clear();
});

test.each([
	[byOption, '+09:00'],
	[byAccount, '+01:00'],
])('Reschedule sends the offset of the right zone with %j', async (zones, offset) => {
	const { appointment_key: key } = bench.service.book();
	const appointment = locator(key);

	const result = await run(zones, { operation: 'reschedule', appointment, startDate: picked });

	const [sent] = bench.service.requests.of('PATCH');
	expect(JSON.parse(sent!.body)).toEqual({ start_date: `${picked}${offset}` });
	expect(result.error).toBeUndefined();
});

test('without a zone, Reschedule never moves an appointment by hours, and says what to set', async () => {
	const { appointment_key: key } = bench.service.book({ start_date: '2030-12-20T15:00:00' });
	const appointment = locator(key);

	const { error } = await run(unset, { operation: 'reschedule', appointment, startDate: picked });

	expect(error?.message).toMatch(/America\/New_York \(UTC-05:00\).*UTC\+01:00/);
	expect(error?.description).toContain("'Service Timezone'");
	expect(bench.service.requests.of('PATCH')).toEqual([]);
});

test.each([
	[byAccount, []],
	[unset, [expect.stringContaining('were read in UTC+1')]],
])('a filter of Get Many is converted to the right zone with %j', async (zones, hints) => {
	bench.service.book({ start_date: '2030-12-25T15:00:00' });

	const result = await run(zones, { operation: 'getAll', filters: { startDate: moment } });

	expect(queryOf('start_date').at(-1)).toBe('2030-12-24T10:00:00');
	expect(result.output.length).toBeGreaterThan(0);
	expect(hintsOf(result)).toEqual(hints);
});

test.each([
	[byOption, '18:00'],
	// If nobody chose a zone, the list shows what the service writes.
	[unset, '09:00'],
])('the list of appointments in the editor with %j shows %s', async (zones, time) => {
	const { appointment_key: key } = bench.service.book({ start_date: picked });
	bench.service.speak({ dates: 'utc' });
	const id = await credentialWith(zones.account);

	const { results } = await bench.n8n.api.listSearch({
		nodeType: actionNodeType,
		methodName: 'searchAppointments',
		path: 'parameters.appointment',
		parameters: { options: { timezone: zones.option } },
		credentials: { appointmentSchedulingApi: { id, name: 'Appointments' } },
	});

	const row = results.find(({ value }) => value === key);
	expect(row?.name).toContain(`Tue 24 Dec 2030 ${time}`);
});

/** Publishes a workflow that polls with the zone of the account; n8n polls once right away. */
async function publish(parameters: INodeParameters): Promise<string> {
	const credentialId = await credentialWith(byAccount.account);
	const trigger = { name: 'Trigger', type: pollingTriggerNodeType, credentialId, parameters };
	const received = { name: 'Received', type: 'n8n-nodes-base.noOp' };
	const { id } = await bench.n8n.api.createWorkflow(chain('Zones', [trigger, received]));
	published = id;
	await bench.n8n.api.activate(id);
	return id;
}

test('a filter of the polling trigger is converted to the zone of the account', async () => {
	await publish({ event: 'created', filters: { endDate: moment } });

	await eventually(() => expect(queryOf('end_date')).toContain('2030-12-24T10:00:00'));
});

test('a poll reads a start without an offset in the zone of the account', async () => {
	const { service, n8n } = bench;
	const start_date = service.zone.wall(Date.now() + 1_800_000);
	const { appointment_key: key } = service.book({ start_date, status: 'CONFIRMED' });
	service.speak({ dates: 'local' });

	const id = await publish({ event: 'startsSoon', leadTime: 1, leadTimeUnit: 'hours' });

	const [execution] = await n8n.api.waitForExecutions(id, 1, { timeoutMs: 60_000 });
	expect(outputOf(execution!, 'Received')).toMatchObject([{ data: { appointment_key: key } }]);
});
