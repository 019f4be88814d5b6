import type { INodeParameters } from 'n8n-workflow';
import { chain, outputOf, pollingTriggerNodeType, runAction } from './harness';
import { credentialOf, useSharedN8n } from './support/bench';
import { locator } from './support/actions';

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
	expect(result.hints).toEqual(hints);
});

test('a poll reads a start without an offset in the zone of the account', async () => {
	const { service, n8n } = bench;
	const start_date = service.zone.wall(Date.now() + 1_800_000);
	const { appointment_key: key } = service.book({ start_date, status: 'CONFIRMED' });
	service.speak({ dates: 'local' });
	const trigger = {
		name: 'Trigger',
		type: pollingTriggerNodeType,
		credentialId: await credentialWith(byAccount.account),
		parameters: { event: 'startsSoon', leadTime: 1, leadTimeUnit: 'hours' },
	};
	const received = { name: 'Received', type: 'n8n-nodes-base.noOp' };
	({ id: published } = await n8n.api.createWorkflow(chain('Zones', [trigger, received])));
	// n8n polls once right away.
	await n8n.api.activate(published);

	const [execution] = await n8n.api.waitForExecutions(published, 1);
	expect(outputOf(execution!, 'Received')).toMatchObject([{ data: { appointment_key: key } }]);
});
