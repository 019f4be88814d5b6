import type { IDataObject } from 'n8n-workflow';
import type { Status } from '../../stand-in';
import { eventually, outputOf } from '../harness';
import { HOSTILE, useExamples, WAYS } from '../support/published';
import { startSink, type Sink } from '../support/sink';

/** No markup, no address, no formula, one line. */
const HARMLESS = /^(?![=+@-])(?!.*(\.\w|\/\/))[\p{L}\p{M}\p{N} .,'’&#/–-]*$/u;
const everySecond = {
	rule: { interval: [{ field: 'cronExpression', expression: '* * * * * *' }] },
};

const workflow = useExamples();
let sink: Sink;
beforeAll(async () => (sink = await startSink()));
afterAll(async () => await sink?.stop());

const statusOf = (key: string) => workflow.stored(key).status;

test('confirms bookings that arrive together, and logs each in a data table', async () => {
	await workflow.import('confirm-and-log-bookings.json');
	await workflow.api.runManually(workflow.id, 'Set Up Once');
	workflow.service.requests.clear();
	await workflow.api.activate(workflow.id);
	await workflow.listed(1);
	const emails = ['=HYPERLINK("x")@example.com\r\n', 'ana@example.com'];
	const booked = Array.from({ length: 6 }, (_, index) =>
		workflow.service.book({
			status: index % 2 ? 'PENDING' : 'CONFIRMED',
			start_date: workflow.inHours(50 + index),
			person: { full_name: HOSTILE, email: emails[index % 2] },
		}),
	);
	const begun = workflow.service.book({ status: 'PENDING', start_date: workflow.inHours(-1) });
	// With the one that has set up the table.
	const all = await workflow.runs(booked.length + 2);

	for (const { appointment_key: key } of booked) expect(statusOf(key)).toBe('CONFIRMED');
	expect(statusOf(begun.appointment_key)).toBe('PENDING');
	const rows = all.flatMap((run) => outputOf(run, 'Log Booking'));
	expect(rows.map(({ code }) => code).sort()).toEqual(
		[...booked, begun].map(({ search_code: code }) => code).sort(),
	);
	for (const { client } of rows) expect(client).toMatch(HARMLESS);
	for (const { email } of rows) expect(email).toMatch(/^(|[\w.+]+@example\.com)$/);
});

test('marks who did not come as no-show, whenever it is run', async () => {
	const book = (status: Status, hours: number) =>
		workflow.service.book({ status, start_date: workflow.inHours(hours) }).appointment_key;
	const came = book('ATTENDED', -2);
	const [missed, yesterday] = [book('CONFIRMED', -1.5), book('CONFIRMED', -25)];
	const others = [-0.5, 0.2, -60].map((hours) => book('CONFIRMED', hours));
	for (const dates of WAYS) {
		workflow.service.speak({ dates });
		workflow.service.updateStatus(missed, 'CONFIRMED');
		await workflow.publish('mark-no-shows.json', { parameters: { 'Every Evening': everySecond } });
		await eventually(() => expect(statusOf(missed)).toBe('NO_SHOW'));
		await eventually(() => expect(statusOf(yesterday)).toBe('NO_SHOW'));
		expect(statusOf(came)).toBe('ATTENDED');
		for (const key of others) expect(statusOf(key)).toBe('CONFIRMED');
		await workflow.api.deactivate(workflow.id);
	}
});

test("posts today's appointments by calendar, at the hours of the service, or that there are none", async () => {
	const { service } = workflow;
	const parameters = { 'Every Morning': everySecond, 'Post Agenda': { url: sink.url } };
	await workflow.publish('daily-agenda.json', { parameters });
	const none = { text: 'No appointments today' };
	await eventually(() => expect(sink.received.at(-1)).toEqual(none));

	const today = service.zone.wall(Date.now()).slice(0, 10);
	const book = (time: string, name: string, full_name: string, status: Status) =>
		service.book({
			start_date: `${today}T${time}`,
			calendar: { name },
			person: { full_name },
			status,
		});
	book('12:30:00', 'Optics', 'Ben', 'PENDING_PAYMENT');
	book('11:00:00', 'Dentistry', HOSTILE, 'CONFIRMED');
	book('10:00:00', 'Optics', 'Dora', 'NO_SHOW');
	book('09:15:00', 'Optics', 'Ana', 'CONFIRMED');
	for (const dates of WAYS) {
		service.speak({ dates });
		const { length } = sink.received;
		await eventually(() => expect(sink.received.length).toBeGreaterThan(length + 2));
		const { text } = sink.received.at(-1) as unknown as { text: string };
		const lines = text.split('\n');
		expect(lines[0]).toBe('Dentistry');
		expect(lines[1]).toMatch(/^11:00 HYPERLINK [\p{L}\p{N} .,'’&#/–-]+$/u);
		expect(lines.slice(2)).toEqual(['', 'Optics', '09:15 Ana', '12:30 Ben (pending)']);
	}
});

test('frees the slot of a booking whose payment stays pending', async () => {
	const { service } = workflow;
	const parameters = { 'Two Hours to Pay': { amount: 3, unit: 'seconds' } };
	await workflow.publish('free-unpaid-slots.json', { parameters, watches: true });
	const [begun, unpaid, paid] = [-1, 100, 101].map((hours) =>
		service.book({ status: 'PENDING_PAYMENT', start_date: workflow.inHours(hours) }),
	);
	service.book({ status: 'CONFIRMED', start_date: workflow.inHours(102) });
	// While the trigger looks, nothing else has happened.
	await eventually(async () => expect(await workflow.api.executions(workflow.id)).toHaveLength(3));
	service.updateStatus(paid!.appointment_key, 'CONFIRMED');
	const ended = await workflow.runs(3);

	expect(workflow.stored(unpaid!.appointment_key)).toMatchObject({
		status: 'CANCELED',
		email_sent: true,
	});
	expect(statusOf(paid!.appointment_key)).toBe('CONFIRMED');
	expect(statusOf(begun!.appointment_key)).toBe('PENDING_PAYMENT');
	const waited = ended.flatMap((run) => outputOf(run, 'Read It Again'));
	expect(waited.map(({ appointment_key }: IDataObject) => appointment_key).sort()).toEqual(
		[unpaid!, paid!, begun!].map(({ appointment_key }) => appointment_key).sort(),
	);
});
