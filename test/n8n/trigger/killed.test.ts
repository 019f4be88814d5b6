import type { IDataObject } from 'n8n-workflow';
import { startService, type Service } from '../../stand-in';
import { eventually, pollingTriggerNodeType } from '../harness';
import { credentialOf, useFixture } from '../support/fixture';
import {
	activeTrigger,
	CANCELED,
	clearTriggers,
	CREATED,
	expectRuns,
	inDays,
	recorded,
	type EventWorkflow,
} from '../support/events';
import { everyFewSeconds } from '../support/polling';
import { durable } from '../support/pollingSuite';
import { startSink, tellSink, type Sink } from '../support/sink';

// Each poll gets a copy of the static data that n8n has saved.
const fixture = useFixture({}, { env: durable });
const reported = (items: IDataObject[]) =>
	items.map(({ event, data, caughtUp }) => [
		event,
		(data as IDataObject).appointment_key,
		caughtUp === true,
	]);

describe('n8n killed', () => {
	let silent: Service;
	let onlyCanceled: EventWorkflow;
	let booked: string;

	let sink: Sink;
	let both: EventWorkflow;
	let delivered: string;
	let later: string;

	/** Waits for two polls that begin from now on. */
	const polled = async () => {
		const lists = () => fixture.service.requests.of('GET', /appointments\/$/).length;
		const before = lists();
		await eventually(() => expect(lists()).toBeGreaterThan(before + 1));
	};

	beforeAll(async () => {
		const { n8n, service } = fixture;
		silent = await startService({ deliveries: { lost: true } });
		const credentialId = await n8n.api.createCredential(credentialOf(silent));
		const options = { catchUp: 'atStart' };
		onlyCanceled = await activeTrigger(
			{ n8n, service: silent, credentialId },
			{ events: [CANCELED], options },
		);
		sink = await startSink(Infinity);
		const beside = {
			name: 'Polling',
			type: pollingTriggerNodeType,
			parameters: { event: 'created', pollTimes: { item: everyFewSeconds } },
		};
		both = await activeTrigger(fixture, { events: [CREATED] }, { then: [tellSink(sink)], beside });
		await recorded(fixture, onlyCanceled);
		await polled();

		booked = silent.book({ start_date: inDays(2) }).appointment_key;
		await n8n.restart();
		// A booking was not selected, so the check has nothing to run.
		await eventually(async () => {
			const { staticData } = await n8n.api.getWorkflow(onlyCanceled.id);
			expect(JSON.stringify(staticData)).toContain(booked);
		});
		delivered = service.book({ start_date: inDays(2) }).appointment_key;
		// The run of the delivery and that of the poll, which began from different static data.
		await eventually(() => expect(sink.held).toHaveLength(2));
		await polled();
		sink.takesMs = 0;
		sink.release();
		await both.runs(2);
		await polled();
		// The end of the first run has set the saved polls back, until a poll with items saves.
		later = service.seed(1, { start_date: inDays(3) })[0]!.appointment_key;
		await both.runs(3);
		await n8n.kill();
		silent.cancel(booked);
		await n8n.start();
		await onlyCanceled.runs(1);
		await polled();
	});
	afterAll(async () => {
		await clearTriggers();
		await sink?.stop();
		await silent?.stop();
	});

	test('after a check that needed no run: what it had learned is canceled once', async () => {
		expect(reported(await onlyCanceled.received())).toEqual([[CANCELED, booked, true]]);
	});

	test('with both triggers in one workflow: neither sets the other one back', async () => {
		const { deliveries } = fixture.service;
		for (const delivery of deliveries.of(delivered)) await deliveries.redeliver(delivery);
		await polled();

		await expectRuns(fixture, both, 3);
		const events = sink.received.map(({ event, data }) => [event, data?.appointment_key]);
		expect(events.sort()).toEqual(
			[
				[CREATED, delivered],
				['created', delivered],
				['created', later],
			].sort(),
		);
	});
});
