import type { INodeParameters } from 'n8n-workflow';
import { chain, outputOf, pollingTriggerNodeType, runAction, triggerNodeType } from './harness';
import { credentialOf, useSharedN8n } from './support/bench';
import { locator } from './support/actions';
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
	bench.service.speak({ dates: 'utc' });
	const { appointment_key: key } = bench.service.book();
	const appointment = locator(key);

	const result = await run(zones, { operation: 'reschedule', appointment, startDate: picked });

	const [sent] = bench.service.requests.of('PATCH');
	expect(JSON.parse(sent!.body)).toEqual({ start_date: `${picked}${offset}` });
	expect(result.error).toBeUndefined();
});

const refused = {
	contradicted: [
		{ ...byAccount, account: 'Europe/Lisbon' },
		/the service writes the start .*\+01:00, but Europe\/Lisbon is at UTC\+00:00 then/,
		/Nothing was changed.*A start with an offset works/,
	],
	unset: [unset, /^'Service Timezone': it is not set$/, /credential/],
} as const;

test.each(['contradicted', 'unset'] as const)(
	'Reschedule to a local time is refused if the zone is %s, and one with an offset works',
	async (which) => {
		const [zones, message, description] = refused[which];
		bench.service.speak({ dates: 'offset' });
		const { appointment_key: key } = bench.service.book({ start_date: '2030-12-20T15:00:00' });
		const operation = { operation: 'reschedule', appointment: locator(key) };

		const { error } = await run(zones, { ...operation, startDate: picked });
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(description);
		expect(bench.service.requests.of('PATCH')).toEqual([]);

		const moved = await run(zones, { ...operation, startDate: `${picked}+01:00` });
		expect(moved.error).toBeUndefined();
		expect(bench.service.appointments.get(key)?.wall).toBe(picked);
	},
);

test('a filter of Get Many is converted to the zone of the account', async () => {
	bench.service.book({ start_date: '2030-12-25T15:00:00' });

	const result = await run(byAccount, { operation: 'getAll', filters: { startDate: moment } });

	expect(queryOf('start_date').at(-1)).toBe('2030-12-24T10:00:00');
	expect(result.output.length).toBeGreaterThan(0);
});

test('Get Many shows a hint if the service contradicts the zone', async () => {
	bench.service.speak({ dates: 'offset' });
	bench.service.book({ start_date: '2030-12-25T15:00:00' });
	const zones = { option: '', account: 'Europe/Lisbon' };
	const { hints } = await run(zones, { operation: 'getAll', limit: 500 });
	expect(hints).toEqual([expect.stringMatching(/but Europe\/Lisbon is at .*'Service Timezone'/)]);
});

test('the credential test names a zone that no appointment fits, and a missing one', async () => {
	bench.service.speak({ dates: 'offset' });
	const inDays = (days: number) => bench.service.zone.wall(Date.now() + days * 86_400_000);
	bench.service.book({ start_date: inDays(2) });
	const tested = async (timezone: string) =>
		await bench.n8n.api.testCredential({ ...credentialOf(bench.service), timezone });
	expect(await tested('Europe/Berlin')).toMatchObject({ status: 'OK' });
	const contradicted =
		/^'Service Timezone': the service writes .*, but Asia\/Tokyo is at UTC\+09:00/;
	expect(await tested('Asia/Tokyo')).toEqual({
		status: 'Error',
		message: expect.stringMatching(contradicted),
	});
	expect(await tested('')).toMatchObject({
		message: expect.stringContaining("'Service Timezone'"),
	});
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
	const [date = '', time = ''] = start_date.split('T');
	expect(outputOf(execution!, 'Received')).toMatchObject([
		{ data: { appointment_key: key }, start: { date, time: time.slice(0, 5) } },
	]);
});

test('a delivery runs with the hour of the account', async () => {
	const { service, n8n } = bench;
	const trigger = {
		name: 'Trigger',
		type: triggerNodeType,
		credentialId: await credentialWith(byAccount.account),
		parameters: { events: ['appointment.created'] },
	};
	const received = { name: 'Received', type: 'n8n-nodes-base.noOp' };
	({ id: published } = await n8n.api.createWorkflow(chain('Hours', [trigger, received])));
	await n8n.api.activate(published);
	await eventually(() => expect(service.webhooks.list()).toHaveLength(1));
	service.book({ start_date: '2030-12-24T10:00:00' });

	const [execution] = await n8n.api.waitForExecutions(published, 1);
	const weekday = 'Tuesday';
	expect(outputOf(execution!, 'Received')).toMatchObject([
		{ start: { iso: '2030-12-24T10:00:00+01:00', date: '2030-12-24', time: '10:00', weekday } },
	]);
});
