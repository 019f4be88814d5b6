import { eventually } from '../harness';
import { everyFewSeconds } from '../support/polling';
import { HOSTILE, useExamples, WAYS } from '../support/published';

/** Apart from the address of the form, which the example itself writes. */
const MARKUP = /<b>|https?:(?!\/\/example\.com\/feedback)|\n *Bcc|\[here\]/;
const REMINDER = 'remind-a-day-before.json';
const pollTimes = { item: everyFewSeconds };
const polling = { parameters: { 'Starts in a Day': { pollTimes } } };

const workflow = useExamples();

/** "Monday 2026-11-23 at 10:00" */
function whenIn(wall: string): string {
	const [date = '', time = ''] = wall.split('T');
	const weekday = new Date(`${date}T12:00:00Z`).toLocaleDateString('en', { weekday: 'long' });
	return `${weekday} ${date} at ${time.slice(0, 5)}`;
}

const received = () => workflow.mailbox.received;
const textTo = (address: string) =>
	received().find(({ to }) => to.includes(address))?.text ?? 'nothing';
const sentSince = (before: number) =>
	received()
		.slice(before)
		.flatMap(({ to }) => to)
		.sort();

test('reminds clients of confirmed appointments a day before, at the hour of the service', async () => {
	const { service } = workflow;
	service.book({ status: 'CANCELED', start_date: workflow.inHours(20) });
	service.book({ status: 'CONFIRMED', start_date: workflow.inHours(40) });
	await workflow.publish(REMINDER, polling);
	for (const [index, dates] of WAYS.entries()) {
		service.speak({ dates });
		const person = { full_name: 'Ana García', email: `ana${index}@example.com` };
		const start_date = workflow.inHours(20 + index);
		const soon = service.book({ status: 'CONFIRMED', start_date, person });
		await eventually(() => expect(received()).toHaveLength(index + 1));
		const mail = received().at(-1)!;
		expect(mail.to).toEqual([person.email]);
		expect(mail.subject).toBe(`Your appointment on ${whenIn(soon.wall)}`);
		expect(mail.text).toBe(
			`Dear Ana García,\n\nwe expect you on ${whenIn(soon.wall)} (${soon.calendar.name}).\n` +
				`Your code is ${soon.search_code}.\n\nIf you cannot come, please reply to this email.`,
		);
		service.cancel(soon.appointment_key);
	}

	// What a client types stays one line of plain words, and one address.
	const addresses = ['a@example.com,b@example.com', 'a@example.com\r\nBcc: b@example.com', ''];
	for (const email of [...addresses, 'hostile@example.com']) {
		service.book({
			status: 'CONFIRMED',
			start_date: workflow.inHours(10),
			person: { full_name: HOSTILE, email },
			calendar: { calendar_key: 'hostile', name: HOSTILE },
		});
	}
	await eventually(() => expect(received()).toHaveLength(WAYS.length + 1));
	expect(received().at(-1)!.to).toEqual(['hostile@example.com']);
	expect(received().at(-1)!.text).toMatch(/^Dear HYPERLINK .*Ana .*Bcc .*evil example.*,\n/);
	expect(received().at(-1)!.text).not.toMatch(MARKUP);

	// Nothing is written about what is not known, and ordinary signs stay.
	const book = (
		full_name: string,
		email: string,
		hours: number,
		name: string,
		search_code: string,
	) =>
		service.book({
			status: 'CONFIRMED',
			start_date: workflow.inHours(hours),
			person: { full_name, email },
			calendar: { calendar_key: email, name },
			search_code,
		});
	const [plain, nameless] = [
		book('Dr. A&B', 'plain@example.com', 11, 'Room #2/3 – left', '#AP_7/b 2'),
		book('', 'nameless@example.com', 12, '', 'see.evil.example'),
	].map(({ wall }) => whenIn(wall));
	await eventually(() => expect(received()).toHaveLength(WAYS.length + 3));
	const end = 'If you cannot come, please reply to this email.';
	expect(textTo('plain@example.com')).toBe(
		`Dear Dr. A&B,\n\nwe expect you on ${plain} (Room #2/3 – left).\nYour code is #AP_7/b 2.\n\n${end}`,
	);
	expect(textTo('nameless@example.com')).toBe(`Hello,\n\nwe expect you on ${nameless}.\n\n${end}`);
});

test.each([0, 3])(
	'a mailbox that refuses its reminder costs nobody else theirs (%i)',
	async (bad) => {
		const names = ['ana', 'ben', 'cleo', 'dora'].map((name) => `${name}${bad}@example.com`);
		const refused = names[bad]!;
		workflow.mailbox.refused.add(refused);
		const before = received().length;
		for (const email of [...names, 'two@example.com,addresses@example.com']) {
			workflow.service.book({
				status: 'CONFIRMED',
				start_date: workflow.inHours(20),
				person: { full_name: 'Ana', email },
			});
		}
		await workflow.publish(REMINDER, polling);
		const [run] = await workflow.api.waitForExecutions(workflow.id, 1);
		expect(run).toMatchObject({ status: 'error' });
		expect(JSON.stringify(run)).toMatch(
			new RegExp(`Not reminded: Ana <${refused}>[^<]*Everybody else with one address was`),
		);
		expect(sentSince(before)).toEqual(names.filter((name) => name !== refused).sort());
	},
);

test('a test of the reminder writes to the person who tests, not to a client', async () => {
	const person = { full_name: 'Ana', email: 'client@example.com' };
	workflow.service.book({ status: 'CONFIRMED', start_date: workflow.inHours(20), person });
	await workflow.import(REMINDER);
	const before = received().length;
	await workflow.api.runManually(workflow.id, 'Starts in a Day');
	expect(sentSince(before)).toEqual(['you@example.com']);
});

test('asks those who came for feedback, a day after their visit', async () => {
	const book = (status: 'ATTENDED' | 'CONFIRMED', hours: number, email: string) =>
		workflow.service.book({
			status,
			start_date: workflow.inHours(hours),
			duration: 30,
			person: { full_name: HOSTILE, email },
			calendar: { calendar_key: 'hostile', name: HOSTILE },
		});
	book('ATTENDED', -30, 'earlier@example.com');
	const before = received().length;
	await workflow.publish('ask-for-feedback.json', {
		parameters: { 'Visit Ended': { pollTimes } },
	});
	// What ended before the first poll is no news.
	await workflow.listed(2);
	// Half an hour long, so it ended a day ago in some seconds.
	const soon = -24 - 0.5 + 5 / 3_600;
	book('CONFIRMED', soon, 'nobody@example.com');
	const visit = book('ATTENDED', soon, 'came@example.com');
	await eventually(() => expect(received()).toHaveLength(before + 1));
	const [weekday] = whenIn(visit.wall).split(' ');
	expect(received().at(-1)!.to).toEqual(['came@example.com']);
	expect(textTo('came@example.com')).toContain(`thank you for coming on ${weekday} (HYPERLINK`);
	expect(textTo('came@example.com')).not.toMatch(MARKUP);
});

test('suggests free times, spread over the clients who are canceled together, unless they had not paid', async () => {
	const { service } = workflow;
	const days = {
		when: 'between',
		from: '2030-12-03',
		to: '2030-12-04',
		opens: '08:00',
		closes: '23:00',
		limit: 100,
	};
	const booked = ['ana', 'ben', 'cleo'].map((name, index) =>
		service.book({
			status: index === 2 ? 'PENDING_PAYMENT' : 'CONFIRMED',
			start_date: `2030-12-03T1${index}:00:00`,
			person: { full_name: name === 'ana' ? HOSTILE : name, email: `${name}@example.com` },
		}),
	);
	const calendar = booked[0]!.calendar;
	service.book({ status: 'CONFIRMED', start_date: '2030-12-04T15:00:00', calendar });
	// The status before is known once the first check has recorded it.
	await workflow.publish('suggest-new-times.json', {
		parameters: { 'Next Free Times': days },
		watches: true,
	});
	const before = received().length;
	for (const { appointment_key: key } of booked) service.cancel(key);
	await eventually(() => expect(received().length).toBeGreaterThanOrEqual(before + 2));
	await workflow.runs(3);

	expect(sentSince(before)).toEqual(['ana@example.com', 'ben@example.com']);
	const texts = received()
		.slice(before)
		.map(({ text }) => text);
	const offered = texts.map((text) => text.match(/^2030-12-0\d at \d\d:\d\d$/gm) ?? []);
	expect(offered.map(({ length }) => length)).toEqual([3, 3]);
	expect(new Set(offered.flat()).size).toBe(6);
	expect(offered.flat()).not.toContain('2030-12-04 at 15:00');
	for (const time of offered.flat()) expect(time).toMatch(/^2030-12-04/);
	for (const text of texts) expect(text).not.toMatch(MARKUP);
	for (const text of texts) expect(text).toMatch(/on Tuesday 2030-12-03 at 1[01]:00/);
});
