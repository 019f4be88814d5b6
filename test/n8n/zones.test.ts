import type { INodeParameters } from 'n8n-workflow';
import {
	actionNodeType,
	chain,
	outputOf,
	pollingTriggerNodeType,
	runAction,
	type ActionResult,
} from './harness';
import { credentialOf, useBench } from './support/bench';
import { locator } from './support/dialects';
import { eventually } from './support/events';

/** The account is in Berlin, but n8n runs in New York, and no workflow has a zone of its own. */
const bench = useBench(
	{ zone: 'Europe/Berlin' },
	{ env: { GENERIC_TIMEZONE: 'America/New_York' } },
);
const published: string[] = [];
afterEach(async () => {
	for (const id of published.splice(0)) await bench.n8n.api.deleteWorkflow(id);
});

const picked = '2030-12-24T10:00:00';
/** Ten o'clock in Berlin. */
const moment = "={{ DateTime.fromISO('2030-12-24T09:00:00Z') }}";

interface Zones {
	/** 'Timezone' under 'Options'. */
	option: string;
	/** 'Service Timezone' of the credential. */
	account: string;
	offset: string;
	/** The local time of `moment`. */
	hour: string;
}

const ofOption = {
	option: 'Asia/Tokyo',
	account: 'Europe/Berlin',
	offset: '+09:00',
	hour: '18:00',
};
const ofAccount = { option: '', account: 'Europe/Berlin', offset: '+01:00', hour: '10:00' };
/** The service writes this offset in winter. */
const unset = { option: '', account: '', offset: '+01:00', hour: '10:00' };
const precedence: Zones[] = [ofOption, ofAccount];

const credentialWith = async (timezone: string) =>
	await bench.n8n.api.createCredential({ ...credentialOf(bench.service), timezone });

async function run({ option, account }: Zones, parameters: INodeParameters) {
	const credentialId = await credentialWith(account);
	const options = { timezone: option };
	return await runAction(bench.n8n, {
		credentialId,
		parameters: { resource: 'appointment', ...parameters, options },
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

test.each(precedence)('Reschedule sends the offset of the right zone with %j', async (zones) => {
	const { appointment_key: key } = bench.service.book();

	const result = await run(zones, {
		operation: 'reschedule',
		appointment: locator(key),
		startDate: picked,
	});

	const [sent] = bench.service.requests.of('PATCH');
	expect(JSON.parse(sent!.body)).toEqual({ start_date: `${picked}${zones.offset}` });
	expect(result.error).toBeUndefined();
});

test('without a zone, Reschedule never moves an appointment by hours, and says what to set', async () => {
	const { appointment_key: key, wall } = bench.service.book({ start_date: '2030-12-20T15:00:00' });

	const { error } = await run(unset, {
		operation: 'reschedule',
		appointment: locator(key),
		startDate: picked,
	});

	expect(error?.message).toMatch(/America\/New_York \(UTC-05:00\).*UTC\+01:00/);
	expect(error?.description).toContain("'Service Timezone'");
	expect(bench.service.appointments.get(key)!.wall).toBe(wall);
	expect(bench.service.requests.of('PATCH')).toEqual([]);
});

test.each([...precedence, unset])(
	'a filter of Get Many is converted to the right zone with %j',
	async (zones) => {
		bench.service.book({ start_date: '2030-12-25T15:00:00' });

		const result = await run(zones, { operation: 'getAll', filters: { startDate: moment } });

		expect(queryOf('start_date').at(-1)).toBe(`2030-12-24T${zones.hour}:00`);
		expect(result.output.length).toBeGreaterThan(0);
		const hint = expect.stringContaining('were read in UTC+1');
		expect(hintsOf(result)).toEqual(zones === unset ? [hint] : []);
	},
);

test.each([
	[ofOption, '18:00'],
	[ofAccount, '10:00'],
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

/** Publishes a workflow that polls; n8n polls once right away. */
async function publish({ option, account }: Zones, parameters: INodeParameters): Promise<string> {
	const trigger = {
		name: 'Trigger',
		type: pollingTriggerNodeType,
		credentialId: await credentialWith(account),
		parameters: { ...parameters, options: { timezone: option } },
	};
	const received = { name: 'Received', type: 'n8n-nodes-base.noOp' };
	const { id } = await bench.n8n.api.createWorkflow(chain('Zones', [trigger, received]));
	published.push(id);
	await bench.n8n.api.activate(id);
	return id;
}

test.each(precedence)(
	'a filter of the polling trigger is converted to the right zone with %j',
	async (zones) => {
		await publish(zones, { event: 'created', filters: { endDate: moment } });

		await eventually(() => expect(queryOf('end_date')).toContain(`2030-12-24T${zones.hour}:00`));
	},
);

test('a poll reads a start without an offset in the zone of the account', async () => {
	const inHalfAnHour = bench.service.zone.wall(Date.now() + 1_800_000);
	const { appointment_key: key } = bench.service.book({
		start_date: inHalfAnHour,
		status: 'CONFIRMED',
	});
	bench.service.speak({ dates: 'local' });

	const id = await publish(ofAccount, { event: 'startsSoon', leadTime: 1, leadTimeUnit: 'hours' });

	const [execution] = await bench.n8n.api.waitForExecutions(id, 1, { timeoutMs: 60_000 });
	expect(outputOf(execution!, 'Received')).toMatchObject([{ data: { appointment_key: key } }]);
});
