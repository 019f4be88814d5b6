import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { eventually, outputOf, type Execution } from '../harness';
import type { Status } from '../../stand-in';
import { useSharedN8n } from '../support/fixture';
import { recorded } from '../support/events';
import { example } from '../support/examples';
import { startMailbox, type Mailbox } from '../support/mailbox';
import { startSink, type Sink } from '../support/sink';

const zone = 'Europe/Madrid';
/** n8n's default, which must not decide any hour that people read. */
const workflowZone = 'America/New_York';
const HOSTILE = 'Ana <!channel>\r\nBcc: <b>all</b> https://evil.example/x *[here](//evil.example)*';
const HARMLESS = /^[\p{L}\p{M}\p{N} .,'’-]*$/u;
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
/** So that no test depends on the hour at which it runs. */
const anyDay = {
	when: 'between',
	from: new Date(Date.now() - 48 * HOUR).toISOString().slice(0, 10),
	to: new Date(Date.now() + 48 * HOUR).toISOString().slice(0, 10),
};

const fixture = useSharedN8n({ zone, dialect: 'paged' });
const credentials: Record<string, string> = {};
let mailbox: Mailbox;
let sink: Sink;
let id: string;

beforeAll(async () => {
	[mailbox, sink] = await Promise.all([startMailbox(), startSink()]);
	const smtp = { host: '127.0.0.1', port: mailbox.port, secure: false, disableStartTls: true };
	credentials.appointmentSchedulingApi = fixture.credentialId;
	credentials.smtp = await fixture.n8n.api.createCredential(smtp, { type: 'smtp' });
});
afterEach(async () => await fixture.n8n.api.deleteWorkflow(id));
afterAll(async () => await Promise.all([mailbox?.stop(), sink?.stop()]));

/** Imports and publishes an example. */
async function publish(
	file: string,
	parameters: Record<string, INodeParameters> = {},
): Promise<void> {
	const workflow = example(file, { credentials, parameters, timezone: workflowZone });
	({ id } = await fixture.n8n.api.createWorkflow(workflow));
	await fixture.n8n.api.activate(id);
}

/** The first runs to end, oldest first; none of them failed. */
async function runs(count: number): Promise<Execution[]> {
	const ended = await fixture.n8n.api.waitForExecutions(id, count);
	expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'success'));
	return ended.reverse();
}

/** Waits until the appointments have been listed so many times. */
const listed = async (times: number) =>
	await eventually(() => {
		const lists = fixture.service.requests.of('GET', /appointments\/$/);
		expect(lists.filter(({ endedAt }) => endedAt !== undefined).length).toBeGreaterThanOrEqual(
			times,
		);
	});

/** Long lines of an email are folded, and letters outside ASCII are escaped. */
function decoded(mail: string): string {
	const text = mail.replace(/=\n/g, '');
	const bytes = text.replace(/=([\dA-F]{2})/g, (_, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
	return Buffer.from(bytes, 'latin1').toString('utf8');
}

const inHours = (hours: number) => fixture.service.zone.iso(Date.now() + hours * HOUR);
const today = (time: string) => `${fixture.service.zone.wall(Date.now()).slice(0, 10)}T${time}`;
const stored = (key: string) => fixture.service.appointments.get(key)!;

/** Where the services of strangers write a start. */
const WAYS = ['offset', 'utc', 'local'] as const;
const speak = (dates: (typeof WAYS)[number]) => fixture.service.speak({ dates });
afterEach(() => speak('offset'));

/** "Monday 2026-11-23 at 10:00" */
function whenIn(wall: string): string {
	const [date = '', time = ''] = wall.split('T');
	const weekday = new Date(`${date}T12:00:00Z`).toLocaleDateString('en', { weekday: 'long' });
	return `${weekday} ${date} at ${time.slice(0, 5)}`;
}

test('reminds clients of confirmed appointments a day before, at the hour of the service', async () => {
	fixture.service.book({ status: 'CANCELED', start_date: inHours(20) });
	fixture.service.book({ status: 'CONFIRMED', start_date: inHours(40) });
	await publish('remind-a-day-before.json', { 'Starts in a Day': everyOtherSecond });
	for (const [index, dates] of WAYS.entries()) {
		speak(dates);
		const person = { full_name: 'Ana García', email: `ana${index}@example.com` };
		const start_date = inHours(20 + index);
		const soon = fixture.service.book({ status: 'CONFIRMED', start_date, person });
		await eventually(() => expect(mailbox.received).toHaveLength(index + 1));
		const mail = mailbox.received.at(-1)!;
		expect(mail.to).toEqual([person.email]);
		expect(mail.text).toContain(soon.search_code);
		expect(decoded(mail.text)).toContain(whenIn(soon.wall));
		fixture.service.cancel(soon.appointment_key);
	}

	// What a client types stays one line of plain words, and one address.
	const addresses = ['a@example.com,b@example.com', 'a@example.com\r\nBcc: b@example.com', ''];
	for (const email of [...addresses, 'hostile@example.com']) {
		fixture.service.book({
			status: 'CONFIRMED',
			start_date: inHours(10),
			person: { full_name: HOSTILE, email },
			calendar: { calendar_key: 'hostile', name: HOSTILE },
		});
	}
	await eventually(() => expect(mailbox.received).toHaveLength(WAYS.length + 1));
	const mail = mailbox.received.at(-1)!;
	expect(mail.to).toEqual(['hostile@example.com']);
	expect(decoded(mail.text)).toMatch(/Dear Ana .*Bcc .*evil example.*,\n/);
	expect(decoded(mail.text)).not.toMatch(/<b>|https?:|\n *Bcc|\[here\]/);
	fixture.service.matching({}).forEach(({ appointment_key: key }) => fixture.service.cancel(key));
});

test('asks those who came for feedback, a day after their visit', async () => {
	const book = (status: 'ATTENDED' | 'CONFIRMED', hours: number, email: string) =>
		fixture.service.book({
			status,
			start_date: inHours(hours),
			duration: 30,
			person: { full_name: 'Ana García', email },
		});
	book('ATTENDED', -30, 'earlier@example.com');
	const before = mailbox.received.length;
	fixture.service.requests.clear();
	await publish('ask-for-feedback.json', { 'Visit Ended': everyOtherSecond });
	// What ended before the first poll is no news.
	await listed(2);
	// Half an hour long, so it ended a day ago in some seconds.
	const soon = -24 - 0.5 + 5 / 3_600;
	book('CONFIRMED', soon, 'nobody@example.com');
	const visit = book('ATTENDED', soon, 'came@example.com');
	await eventually(() => expect(mailbox.received).toHaveLength(before + 1));
	const mail = mailbox.received.at(-1)!;
	expect(mail.to).toEqual(['came@example.com']);
	expect(decoded(mail.text)).toContain(
		`thank you for coming on ${whenIn(visit.wall).split(' ')[0]}`,
	);
});

test('confirms bookings that arrive together, and logs each in a data table', async () => {
	const workflow = example('confirm-and-log-bookings.json', {
		credentials,
		timezone: workflowZone,
	});
	({ id } = await fixture.n8n.api.createWorkflow(workflow));
	await fixture.n8n.api.runManually(id, 'Set Up Once');
	await fixture.n8n.api.activate(id);
	const person = { full_name: HOSTILE, email: 'ana@example.com' };
	const booked = Array.from({ length: 6 }, (_, index) =>
		fixture.service.book({
			status: index % 2 ? 'PENDING' : 'CONFIRMED',
			start_date: inHours(50 + index),
			person,
		}),
	);
	const all = await fixture.n8n.api.waitForExecutions(id, booked.length + 1);
	expect(all.map(({ status }) => status)).toEqual(all.map(() => 'success'));

	for (const { appointment_key: key } of booked) expect(stored(key).status).toBe('CONFIRMED');
	const rows = all.flatMap((run) => outputOf(run, 'Log Booking'));
	expect(rows.map(({ code }) => code).sort()).toEqual(
		booked.map(({ search_code: code }) => code).sort(),
	);
	for (const { client } of rows) expect(client).toMatch(HARMLESS);
});

test('marks who did not come as no-show, whenever it is run', async () => {
	const came = fixture.service.book({ status: 'ATTENDED', start_date: inHours(-2) });
	const missed = fixture.service.book({ status: 'CONFIRMED', start_date: inHours(-1.5) });
	const present = fixture.service.book({ status: 'CONFIRMED', start_date: inHours(-0.5) });
	const future = fixture.service.book({ status: 'CONFIRMED', start_date: inHours(0.2) });
	// The example takes today's: around midnight, what is missed may be yesterday's.
	const parameters = { 'Every Evening': everySecond, 'Still Confirmed Today': anyDay };
	for (const dates of WAYS) {
		speak(dates);
		fixture.service.updateStatus(missed.appointment_key, 'CONFIRMED');
		await publish('mark-no-shows.json', parameters);
		await eventually(() => expect(stored(missed.appointment_key).status).toBe('NO_SHOW'));
		expect(stored(came.appointment_key).status).toBe('ATTENDED');
		for (const { appointment_key: key } of [present, future]) {
			expect(stored(key).status).toBe('CONFIRMED');
		}
		await fixture.n8n.api.deactivate(id);
	}
});

test("posts today's appointments by calendar, at the hours of the service, or that there are none", async () => {
	const parameters = { 'Every Morning': everySecond, 'Post Agenda': { url: sink.url } };
	for (const { appointment_key: key } of fixture.service.matching({})) fixture.service.cancel(key);
	await publish('daily-agenda.json', parameters);
	const none = { text: 'No appointments today' };
	await eventually(() => expect(sink.received.at(-1)).toEqual(none));

	const book = (time: string, name: string, full_name: string, status: Status) =>
		fixture.service.book({
			start_date: today(time),
			calendar: { name },
			person: { full_name },
			status,
		});
	book('12:30:00', 'Optics', 'Ben', 'PENDING_PAYMENT');
	book('11:00:00', 'Dentistry', HOSTILE, 'CONFIRMED');
	book('10:00:00', 'Optics', 'Dora', 'NO_SHOW');
	book('09:15:00', 'Optics', 'Ana', 'CONFIRMED');
	for (const dates of WAYS) {
		speak(dates);
		const { length } = sink.received;
		await eventually(() => expect(sink.received.length).toBeGreaterThan(length + 2));
		const { text } = sink.received.at(-1) as unknown as { text: string };
		const lines = text.split('\n');
		expect(lines[0]).toBe('Dentistry');
		expect(lines[1]).toMatch(/^11:00 Ana [\p{L}\p{N} .,'’-]+$/u);
		expect(lines.slice(2)).toEqual(['', 'Optics', '09:15 Ana', '12:30 Ben (pending)']);
	}
});

test('frees the slot of a booking whose payment stays pending', async () => {
	await publish('free-unpaid-slots.json', { 'Two Hours to Pay': { amount: 3, unit: 'seconds' } });
	const [unpaid, paid] = [100, 101].map((hours) =>
		fixture.service.book({ status: 'PENDING_PAYMENT', start_date: inHours(hours) }),
	);
	fixture.service.book({ status: 'CONFIRMED', start_date: inHours(102) });
	fixture.service.updateStatus(paid!.appointment_key, 'CONFIRMED');
	const ended = await runs(2);

	expect(stored(unpaid!.appointment_key)).toMatchObject({ status: 'CANCELED', email_sent: true });
	expect(stored(paid!.appointment_key).status).toBe('CONFIRMED');
	const waited = ended.flatMap((run) => outputOf(run, 'Read It Again'));
	expect(waited.map(({ appointment_key }: IDataObject) => appointment_key).sort()).toEqual(
		[unpaid!.appointment_key, paid!.appointment_key].sort(),
	);
});

test('suggests different free times to clients who are canceled together, unless they had not paid', async () => {
	const onDate = { when: 'onDate', day: '2030-12-03', opens: '08:00', closes: '23:00' };
	const booked = ['ana', 'ben', 'cleo'].map((name, index) =>
		fixture.service.book({
			status: index === 2 ? 'PENDING_PAYMENT' : 'CONFIRMED',
			start_date: `2030-12-03T1${index}:00:00`,
			person: { full_name: name, email: `${name}@example.com` },
		}),
	);
	const calendar = booked[0]!.calendar;
	fixture.service.book({ status: 'CONFIRMED', start_date: '2030-12-03T15:00:00', calendar });
	await publish('suggest-new-times.json', { 'Next Free Times': onDate });
	// The status before is known once the first check has recorded it.
	await recorded(fixture, { id });
	const before = mailbox.received.length;
	for (const { appointment_key: key } of booked) fixture.service.cancel(key);
	await eventually(() => expect(mailbox.received.length).toBeGreaterThanOrEqual(before + 2));
	await runs(3);

	const mails = mailbox.received.slice(before);
	expect(mails.flatMap(({ to }) => to).sort()).toEqual(['ana@example.com', 'ben@example.com']);
	const offered = mails.map(({ text }) => decoded(text).match(/^2030-12-03 at \d\d:\d\d$/gm) ?? []);
	expect(offered.map(({ length }) => length)).toEqual([3, 3]);
	expect(new Set(offered.flat()).size).toBe(6);
	expect(offered.flat()).not.toContain('2030-12-03 at 15:00');
	for (const { text } of mails) expect(decoded(text)).toMatch(/on Tuesday 2030-12-03 at 1[01]:00/);
});
