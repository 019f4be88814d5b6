import { startService, type Service } from '../../stand-in';
import { eventually, pollingTriggerNodeType } from '../harness';
import { credentialOf, useFixture, type Fixture } from '../support/fixture';
import {
	activeTrigger,
	clearTriggers,
	CREATED,
	EACH_CHANGE,
	expectRuns,
	inDays,
	recorded,
	type EventWorkflow,
} from '../support/events';
import { everyFewSeconds } from '../support/polling';
import { durable } from '../support/pollingSuite';
import { startSink, tellSink, type Sink } from '../support/sink';

// Each poll gets a copy of the static data that n8n has saved.
const fixture = useFixture({}, { env: { ...durable, N8N_RUNNERS_MODE: 'internal' } });

const CREATIONS = { ...EACH_CHANGE, events: [CREATED] };
const polling = {
	name: 'Polling',
	type: pollingTriggerNodeType,
	parameters: { event: 'created', pollTimes: { item: everyFewSeconds } },
};
/** Replaces static data by a copy from when it began. */
const code = {
	name: 'Code',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: "$getWorkflowStaticData('global').seen = 1;\nreturn $input.all();" },
};

let sink: Sink;
/** Both triggers in one workflow, and one with a Code node, at a service of its own. */
let both: EventWorkflow;
let withCode: EventWorkflow;
let ofCode: Fixture;
let codeService: Service;
/** What was booked before n8n was killed. */
const keys = { both: [] as string[], withCode: [] as string[] };

const book = (service: Service, days: number) =>
	service.book({ start_date: inDays(days) }).appointment_key;

async function redeliver({ deliveries }: Service, key: string): Promise<void> {
	for (const delivery of deliveries.of(key)) await deliveries.redeliver(delivery);
}

/** Waits for two polls that begin from now on. */
async function polled(): Promise<void> {
	const lists = () => fixture.service.requests.of('GET', /appointments\/$/).length;
	const before = lists();
	await eventually(() => expect(lists()).toBeGreaterThan(before + 1));
}

beforeAll(async () => {
	const { n8n, service } = fixture;
	sink = await startSink(Infinity);
	codeService = await startService();
	const credentialId = await n8n.api.createCredential(credentialOf(codeService));
	ofCode = { n8n, service: codeService, credentialId };
	both = await activeTrigger(fixture, CREATIONS, { then: [tellSink(sink)], beside: polling });
	withCode = await activeTrigger(ofCode, CREATIONS, { then: [code] });
	await recorded(fixture, withCode);
	await recorded(fixture, both);
	await polled();
	keys.both.push(book(service, 2));
	// The run of the change and that of the poll, which began from different static data.
	await eventually(() => expect(sink.held).toHaveLength(2));
	for (let days = 1; days <= 3; days += 1) {
		keys.withCode.push(book(codeService, days));
		await expectRuns(ofCode, withCode, days);
	}
	await polled();
	sink.takesMs = 0;
	sink.release();
	await both.runs(2);
	await polled();
	// The end of the first run has set the saved polls back, until a poll with items saves.
	keys.both.push(
		service.seed(1, { start_date: inDays(3), created_at: inDays(0) })[0]!.appointment_key,
	);
	await both.runs(3);
	await n8n.kill();
	await n8n.start();
});
afterAll(async () => {
	await clearTriggers();
	sink.release();
	await Promise.all([sink.stop(), codeService.stop()]);
});

test('with both triggers in one workflow, a kill lets neither set the other one back', async () => {
	// The first check finds what was not delivered.
	await both.runs(4);
	await polled();
	await redeliver(fixture.service, keys.both[0]!);
	await polled();

	await expectRuns(fixture, both, 4);
	const events = sink.received.map(({ event, data }) => [event, data?.appointment_key]);
	const expected = keys.both.flatMap((key) => [
		[CREATED, key],
		['created', key],
	]);
	expect(events.sort()).toEqual(expected.sort());
});

test('a Code node that writes static data sets nothing back, even over a kill', async () => {
	for (const key of keys.withCode) await redeliver(codeService, key);
	const last = book(codeService, 4);
	await expectRuns(ofCode, withCode, 4);

	const booked = (await withCode.received()).map(({ data }) => data);
	const expected = [...keys.withCode, last].map((appointment_key) => ({ appointment_key }));
	expect(booked).toMatchObject(expected);
});
