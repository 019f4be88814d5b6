import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { eventually, outputOf, type Execution } from '../harness';
import type { Status } from '../../stand-in';
import { useSharedN8n } from '../support/fixture';
import { example } from '../support/examples';
import { startMailbox, type Mailbox } from '../support/mailbox';
import { startSink, type Sink } from '../support/sink';

const zone = 'Europe/Madrid';
/** n8n's default, which must not decide any hour that people read. */
const workflowZone = 'America/New_York';
const HOSTILE =
	'=HYPERLINK("//evil.example") Ana <!channel>\r\nBcc: <b>all</b> https://evil.example/x *[here](//evil.example)*';
/** Apart from the address of the form, which the example itself writes. */
const MARKUP = /<b>|https?:(?!\/\/example\.com\/feedback)|\n *Bcc|\[here\]/;
/** No markup, no address, no formula, one line. */
const HARMLESS = /^(?![=+@-])(?!.*(\.\w|\/\/))[\p{L}\p{M}\p{N} .,'’&#/–-]*$/u;
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

/** Waits until a trigger that was published after `requests.clear()` has read its first list. */
const recorded = async () => await listed(1);

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
	expect(decoded(mail.text)).toMatch(/Dear HYPERLINK .*Ana .*Bcc .*evil example.*,\n/);
	expect(decoded(mail.text)).not.toMatch(MARKUP);

	// Nothing is written about what is not known, and ordinary signs stay.
	const plain = { full_name: 'Dr. A&B', email: 'plain@example.com' };
	const calendar = { calendar_key: 'room', name: 'Room #2/3 – left' };
	fixture.service.book({
		status: 'CONFIRMED',
		start_date: inHours(11),
		person: plain,
		calendar,
		search_code: '',
	});
	const nameless = { full_name: '', email: 'nameless@example.com' };
	fixture.service.book({
		status: 'CONFIRMED',
		start_date: inHours(12),
		person: nameless,
		calendar: { calendar_key: 'none', name: '' },
	});
	await eventually(() => expect(mailbox.received).toHaveLength(WAYS.length + 3));
	const [first = '', second = ''] = ['plain', 'nameless'].map((name) => {
		const found = mailbox.received.find(({ to }) => to.includes(`${name}@example.com`));
		return decoded(found?.text ?? '');
	});
	expect(first).toContain('Dear Dr. A&B,');
	expect(first).toContain('(Room #2/3 – left).');
	expect(first).not.toContain('Your code');
	expect(second).toContain('Hello,');
	expect(second).not.toContain('(');
	fixture.service.matching({}).forEach(({ appointment_key: key }) => fixture.service.cancel(key));
});

test.each([0, 1, 2, 3])(
	'a mailbox that refuses its reminder costs nobody else theirs (%i)',
	async (bad) => {
		const names = ['ana', 'ben', 'cleo', 'dora'].map((name) => `${name}${bad}@example.com`);
		const refused = names[bad]!;
		mailbox.refused.add(refused);
		const before = mailbox.received.length;
		for (const email of names) {
			fixture.service.book({
				status: 'CONFIRMED',
				start_date: inHours(20),
				person: { full_name: 'Ana', email },
			});
		}
		await publish('remind-a-day-before.json', { 'Starts in a Day': everyOtherSecond });
		const [run] = await fixture.n8n.api.waitForExecutions(id, 1);
		expect(run).toMatchObject({ status: 'error' });
		expect(JSON.stringify(run)).toContain(`Not reminded: Ana <${refused}>`);
		const sent = mailbox.received.slice(before).flatMap(({ to }) => to);
		expect(sent.sort()).toEqual(names.filter((name) => name !== refused).sort());
		fixture.service.matching({}).forEach(({ appointment_key: key }) => fixture.service.cancel(key));
	},
);

test('a test of the reminder writes to the person who tests, not to a client', async () => {
	const person = { full_name: 'Ana', email: 'client@example.com' };
	fixture.service.book({ status: 'CONFIRMED', start_date: inHours(20), person });
	const workflow = example('remind-a-day-before.json', { credentials, timezone: workflowZone });
	({ id } = await fixture.n8n.api.createWorkflow(workflow));
	const before = mailbox.received.length;
	await fixture.n8n.api.runManually(id, 'Starts in a Day');
	const sent = mailbox.received.slice(before).flatMap(({ to }) => to);
	expect(sent).toEqual(['you@example.com']);
	fixture.service.matching({}).forEach(({ appointment_key: key }) => fixture.service.cancel(key));
});

test('asks those who came for feedback, a day after their visit', async () => {
	const book = (status: 'ATTENDED' | 'CONFIRMED', hours: number, email: string) =>
		fixture.service.book({
			status,
			start_date: inHours(hours),
			duration: 30,
			person: { full_name: HOSTILE, email },
			calendar: { calendar_key: 'hostile', name: HOSTILE },
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
	expect(decoded(mail.text)).not.toMatch(MARKUP);
});

test('confirms bookings that arrive together, and logs each in a data table', async () => {
	const workflow = example('confirm-and-log-bookings.json', {
		credentials,
		timezone: workflowZone,
	});
	({ id } = await fixture.n8n.api.createWorkflow(workflow));
	await fixture.n8n.api.runManually(id, 'Set Up Once');
	fixture.service.requests.clear();
	await fixture.n8n.api.activate(id);
	await recorded();
	const emails = ['=HYPERLINK("x")@example.com\r\n', 'ana@example.com'];
	const booked = Array.from({ length: 6 }, (_, index) =>
		fixture.service.book({
			status: index % 2 ? 'PENDING' : 'CONFIRMED',
			start_date: inHours(50 + index),
			person: { full_name: HOSTILE, email: emails[index % 2] },
		}),
	);
	const begun = fixture.service.book({ status: 'PENDING', start_date: inHours(-1) });
	const all = await fixture.n8n.api.waitForExecutions(id, booked.length + 2);
	expect(all.map(({ status }) => status)).toEqual(all.map(() => 'success'));

	for (const { appointment_key: key } of booked) expect(stored(key).status).toBe('CONFIRMED');
	expect(stored(begun.appointment_key).status).toBe('PENDING');
	const rows = all.flatMap((run) => outputOf(run, 'Log Booking'));
	expect(rows.map(({ code }) => code).sort()).toEqual(
		[...booked, begun].map(({ search_code: code }) => code).sort(),
	);
	for (const { client } of rows) expect(client).toMatch(HARMLESS);
	for (const { email } of rows) expect(email).toMatch(/^(|[\w.+]+@example\.com)$/);
});

test('marks who did not come as no-show, whenever it is run', async () => {
	const came = fixture.service.book({ status: 'ATTENDED', start_date: inHours(-2) });
	const missed = fixture.service.book({ status: 'CONFIRMED', start_date: inHours(-1.5) });
	const present = fixture.service.book({ status: 'CONFIRMED', start_date: inHours(-0.5) });
	const future = fixture.service.book({ status: 'CONFIRMED', start_date: inHours(0.2) });
	const yesterday = fixture.service.book({ status: 'CONFIRMED', start_date: inHours(-25) });
	const former = fixture.service.book({ status: 'CONFIRMED', start_date: inHours(-60) });
	const parameters = { 'Every Evening': everySecond };
	for (const dates of WAYS) {
		speak(dates);
		fixture.service.updateStatus(missed.appointment_key, 'CONFIRMED');
		await publish('mark-no-shows.json', parameters);
		await eventually(() => expect(stored(missed.appointment_key).status).toBe('NO_SHOW'));
		await eventually(() => expect(stored(yesterday.appointment_key).status).toBe('NO_SHOW'));
		expect(stored(came.appointment_key).status).toBe('ATTENDED');
		for (const { appointment_key: key } of [present, future, former]) {
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
		expect(lines[1]).toMatch(/^11:00 HYPERLINK [\p{L}\p{N} .,'’&#/–-]+$/u);
		expect(lines.slice(2)).toEqual(['', 'Optics', '09:15 Ana', '12:30 Ben (pending)']);
	}
});

test('frees the slot of a booking whose payment stays pending', async () => {
	fixture.service.requests.clear();
	await publish('free-unpaid-slots.json', { 'Two Hours to Pay': { amount: 3, unit: 'seconds' } });
	await recorded();
	const begun = fixture.service.book({ status: 'PENDING_PAYMENT', start_date: inHours(-1) });
	const [unpaid, paid] = [100, 101].map((hours) =>
		fixture.service.book({ status: 'PENDING_PAYMENT', start_date: inHours(hours) }),
	);
	fixture.service.book({ status: 'CONFIRMED', start_date: inHours(102) });
	// While the trigger looks, nothing else has happened.
	await eventually(async () => expect(await fixture.n8n.api.executions(id)).toHaveLength(3));
	fixture.service.updateStatus(paid!.appointment_key, 'CONFIRMED');
	const ended = await runs(3);

	expect(stored(unpaid!.appointment_key)).toMatchObject({ status: 'CANCELED', email_sent: true });
	expect(stored(paid!.appointment_key).status).toBe('CONFIRMED');
	expect(stored(begun.appointment_key).status).toBe('PENDING_PAYMENT');
	const waited = ended.flatMap((run) => outputOf(run, 'Read It Again'));
	expect(waited.map(({ appointment_key }: IDataObject) => appointment_key).sort()).toEqual(
		[unpaid!, paid!, begun].map(({ appointment_key }) => appointment_key).sort(),
	);
});

test('suggests different free times to clients who are canceled together, unless they had not paid', async () => {
	const days = {
		when: 'between',
		from: '2030-12-03',
		to: '2030-12-04',
		opens: '08:00',
		closes: '23:00',
		limit: 100,
	};
	const booked = ['ana', 'ben', 'cleo'].map((name, index) =>
		fixture.service.book({
			status: index === 2 ? 'PENDING_PAYMENT' : 'CONFIRMED',
			start_date: `2030-12-03T1${index}:00:00`,
			person: { full_name: name === 'ana' ? HOSTILE : name, email: `${name}@example.com` },
		}),
	);
	const calendar = booked[0]!.calendar;
	fixture.service.book({ status: 'CONFIRMED', start_date: '2030-12-04T15:00:00', calendar });
	fixture.service.requests.clear();
	await publish('suggest-new-times.json', { 'Next Free Times': days });
	// The status before is known once the first check has recorded it.
	await recorded();
	const before = mailbox.received.length;
	for (const { appointment_key: key } of booked) fixture.service.cancel(key);
	await eventually(() => expect(mailbox.received.length).toBeGreaterThanOrEqual(before + 2));
	await runs(3);

	const mails = mailbox.received.slice(before);
	expect(mails.flatMap(({ to }) => to).sort()).toEqual(['ana@example.com', 'ben@example.com']);
	const offered = mails.map(
		({ text }) => decoded(text).match(/^2030-12-0\d at \d\d:\d\d$/gm) ?? [],
	);
	expect(offered.map(({ length }) => length)).toEqual([3, 3]);
	expect(new Set(offered.flat()).size).toBe(6);
	expect(offered.flat()).not.toContain('2030-12-04 at 15:00');
	for (const time of offered.flat()) expect(time).toMatch(/^2030-12-04/);
	for (const { text } of mails) expect(decoded(text)).not.toMatch(MARKUP);
	for (const { text } of mails) expect(decoded(text)).toMatch(/on Tuesday 2030-12-03 at 1[01]:00/);
});
