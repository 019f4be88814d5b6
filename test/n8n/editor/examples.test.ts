import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { outputOf, type Execution } from '../harness';
import { useSharedN8n } from '../support/bench';
import { eventually } from '../support/events';
import { example } from '../support/examples';
import { startMailbox, type Mailbox } from '../support/mailbox';
import { startSink, type Sink } from '../support/sink';

const zone = 'Europe/Madrid';
const everySecond = {
	rule: { interval: [{ field: 'cronExpression', expression: '* * * * * *' }] },
};
/** n8n refuses intervals below a minute, but takes many schedules. */
const everyOtherSecond = {
	pollTimes: {
		item: Array.from({ length: 30 }, (_, index) => ({
			mode: 'custom',
			cronExpression: `${index * 2} * * * * *`,
		})),
	},
};
const HOUR = 3_600_000;

const bench = useSharedN8n({ zone, dialect: 'paged' });
const credentials: Record<string, string> = {};
let mailbox: Mailbox;
let sink: Sink;
let id: string;

beforeAll(async () => {
	[mailbox, sink] = await Promise.all([startMailbox(), startSink()]);
	const smtp = { host: '127.0.0.1', port: mailbox.port, secure: false, disableStartTls: true };
	credentials.appointmentSchedulingApi = bench.credentialId;
	credentials.smtp = await bench.n8n.api.createCredential(smtp, { type: 'smtp' });
});
afterEach(async () => await bench.n8n.api.deleteWorkflow(id));
afterAll(async () => await Promise.all([mailbox?.stop(), sink?.stop()]));

/** Imports and publishes an example. */
async function publish(
	file: string,
	parameters: Record<string, INodeParameters> = {},
): Promise<void> {
	const workflow = example(file, { credentials, parameters, timezone: zone });
	({ id } = await bench.n8n.api.createWorkflow(workflow));
	await bench.n8n.api.activate(id);
}

/** The first runs to end, oldest first; none of them failed. */
async function runs(count: number): Promise<Execution[]> {
	const ended = await bench.n8n.api.waitForExecutions(id, count);
	expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'success'));
	return ended.reverse();
}

const inHours = (hours: number) => bench.service.zone.iso(Date.now() + hours * HOUR);
const today = (time: string) => `${bench.service.zone.wall(Date.now()).slice(0, 10)}T${time}`;
const stored = (key: string) => bench.service.appointments.get(key)!;

test('reminds clients of confirmed appointments a day before', async () => {
	const person = { full_name: 'Ana García', email: 'ana@example.com' };
	const soon = bench.service.book({ status: 'CONFIRMED', start_date: inHours(20), person });
	bench.service.book({ status: 'CANCELED', start_date: inHours(20) });
	bench.service.book({ status: 'CONFIRMED', start_date: inHours(40) });
	await publish('remind-a-day-before.json', { 'Starts in a Day': everyOtherSecond });

	await eventually(() => expect(mailbox.received).toHaveLength(1));
	const [mail] = mailbox.received;
	expect(mail!.to).toEqual([person.email]);
	expect(mail!.text).toContain(soon.search_code);
	expect(mail!.text).toContain(soon.wall.slice(11, 16));
});

test('confirms new bookings and logs them in a data table', async () => {
	await publish('confirm-and-log-bookings.json');
	const pending = bench.service.book({ status: 'PENDING', start_date: inHours(50) });
	await runs(1);
	const confirmed = bench.service.book({ status: 'CONFIRMED', start_date: inHours(51) });
	const ended = await runs(2);

	expect(stored(pending.appointment_key).status).toBe('CONFIRMED');
	const rows = ended.flatMap((run) => outputOf(run, 'Log Booking'));
	expect(rows.map(({ id: row, code, client }) => ({ row, code, client }))).toEqual([
		{ row: 1, code: pending.search_code, client: pending.person.full_name },
		{ row: 2, code: confirmed.search_code, client: confirmed.person.full_name },
	]);
});

test('marks who is still confirmed in the evening as no-show', async () => {
	const came = bench.service.book({ status: 'ATTENDED', start_date: today('09:00:00') });
	const missed = bench.service.book({ status: 'CONFIRMED', start_date: today('10:00:00') });
	const future = bench.service.book({ status: 'CONFIRMED', start_date: inHours(72) });
	await publish('mark-no-shows.json', { 'Every Evening': everySecond });

	await eventually(() => expect(stored(missed.appointment_key).status).toBe('NO_SHOW'));
	expect(stored(came.appointment_key).status).toBe('ATTENDED');
	expect(stored(future.appointment_key).status).toBe('CONFIRMED');
});

test("posts today's appointments by calendar, and says if there are none", async () => {
	const parameters = { 'Every Morning': everySecond, 'Post Agenda': { url: sink.url } };
	for (const { appointment_key: key } of bench.service.matching({})) bench.service.cancel(key);
	await publish('daily-agenda.json', parameters);
	await eventually(
		() => expect(sink.received[0]).toEqual({ text: 'No appointments today' }),
		60_000,
	);

	const book = (time: string, name: string, full_name: string, status: 'CONFIRMED' | 'PENDING') =>
		bench.service.book({
			start_date: today(time),
			calendar: { name },
			person: { full_name },
			status,
		});
	book('12:30:00', 'Optics', 'Ben', 'PENDING');
	book('11:00:00', 'Dentistry', 'Cleo', 'CONFIRMED');
	book('09:15:00', 'Optics', 'Ana', 'CONFIRMED');
	const text = 'Dentistry\n11:00 Cleo\n\nOptics\n09:15 Ana\n12:30 Ben (pending)';
	await eventually(() => expect(sink.received.at(-1)).toEqual({ text }));
});

test('frees the slot of a booking whose payment stays pending', async () => {
	await publish('free-unpaid-slots.json', { 'Two Hours to Pay': { amount: 3, unit: 'seconds' } });
	const [unpaid, paid] = [100, 101].map((hours) =>
		bench.service.book({ status: 'PENDING_PAYMENT', start_date: inHours(hours) }),
	);
	bench.service.book({ status: 'CONFIRMED', start_date: inHours(102) });
	bench.service.updateStatus(paid!.appointment_key, 'CONFIRMED');
	const ended = await runs(2);

	expect(stored(unpaid!.appointment_key)).toMatchObject({ status: 'CANCELED', email_sent: true });
	expect(stored(paid!.appointment_key).status).toBe('CONFIRMED');
	const waited = ended.flatMap((run) => outputOf(run, 'Read It Again'));
	expect(waited.map(({ appointment_key }: IDataObject) => appointment_key).sort()).toEqual(
		[unpaid!.appointment_key, paid!.appointment_key].sort(),
	);
});

test('suggests the next three free times of the calendar of a canceled appointment', async () => {
	const onDate = { when: 'onDate', day: '2030-12-03' };
	await publish('suggest-new-times.json', { 'Next Free Times': onDate });
	const person = { full_name: 'Ana García', email: 'ana@example.com' };
	const ana = bench.service.book({
		status: 'CONFIRMED',
		start_date: '2030-12-03T10:00:00',
		person,
	});
	for (const time of ['09:00', '10:30']) {
		const start_date = `2030-12-03T${time}:00`;
		bench.service.book({ status: 'CONFIRMED', start_date, calendar: ana.calendar });
	}
	bench.service.cancel(ana.appointment_key);
	await runs(1);

	const { to, text } = mailbox.received.at(-1)!;
	expect(to).toEqual([person.email]);
	expect(text.match(/December, \d\d:\d\d/g)).toEqual(
		['10:00', '09:30', '10:00', '11:00'].map((time) => `December, ${time}`),
	);
});
