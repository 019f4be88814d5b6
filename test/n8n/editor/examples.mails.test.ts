import { eventually } from '../harness';
import { everyFewSeconds } from '../support/polling';
import { HOSTILE, SHAPES, useExamples } from '../support/published';

/** Apart from the address of the form, which the example itself has. */
const MARKUP = /<b>|https?:(?!\/\/example\.com\/feedback)|\n *Bcc|\[here\]/;
const REMINDER = 'remind-a-day-before.json';
const polls = { pollTimes: { item: everyFewSeconds } };
const polling = { parameters: { 'Starts in a Day': polls } };

const workflow = useExamples();

/** "Monday 23 November", and "at 10:00" if asked for. */
function whenIn(wall: string, time = ''): string {
	const noon = new Date(`${wall.slice(0, 10)}T12:00:00Z`);
	const day = noon.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
	return `${day.replace(',', '')}${time && ` at ${time}`}`;
}
const timeIn = (wall: string) => whenIn(wall, wall.slice(11, 16));

const received = () => workflow.mailbox.received;
const textTo = (address: string) =>
	received().find(({ to }) => to.includes(address))?.text ?? 'nothing';
const sentSince = (before: number) =>
	received()
		.slice(before)
		.flatMap(({ to }) => to)
		.sort();

test('reminds clients of confirmed appointments a day before, at the hour of the service, in both shapes', async () => {
	const { service } = workflow;
	service.book({ status: 'CANCELED', start_date: workflow.inHours(20) });
	service.book({ status: 'CONFIRMED', start_date: workflow.inHours(40) });
	await workflow.publish(REMINDER, polling);
	for (const [index, shape] of SHAPES.entries()) {
		service.set({ shape });
		const person = { full_name: 'Ana García', email: `ana${index}@example.com` };
		const start_date = workflow.inHours(20 + index);
		const soon = service.book({ status: 'CONFIRMED', start_date, person });
		await eventually(() => expect(received()).toHaveLength(index + 1));
		const mail = received().at(-1)!;
		expect(mail.to).toEqual([person.email]);
		expect(mail.subject).toBe(`Your appointment on ${timeIn(soon.wall)}`);
		expect(mail.text).toBe(
			`Dear Ana García,\n\nwe expect you on ${timeIn(soon.wall)} (${soon.calendar.name}).\n\n` +
				'If you cannot come, please reply to this email.',
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
			calendar: { name: HOSTILE },
		});
	}
	await eventually(() => expect(received()).toHaveLength(SHAPES.length + 1));
	expect(received().at(-1)!.to).toEqual(['hostile@example.com']);
	expect(received().at(-1)!.text).toMatch(/^Dear HYPERLINK .*Ana .*Bcc .*evil example.*,\n/);
	expect(received().at(-1)!.text).not.toMatch(MARKUP);

	// Nothing is written about what is not known, and ordinary signs stay.
	const book = (full_name: string, email: string, hours: number, name: string) =>
		service.book({
			status: 'CONFIRMED',
			start_date: workflow.inHours(hours),
			person: { full_name, email },
			calendar: { name },
		}).wall;
	const plain = timeIn(book('Dr. A&B', 'plain@example.com', 11, 'Room #2/3 – left'));
	const nameless = timeIn(book('', 'nameless@example.com', 12, ''));
	await eventually(() => expect(received()).toHaveLength(SHAPES.length + 3));
	const end = 'If you cannot come, please reply to this email.';
	expect(textTo('plain@example.com')).toBe(
		`Dear Dr. A&B,\n\nwe expect you on ${plain} (Room #2/3 – left).\n\n${end}`,
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
		expect(await workflow.failure()).toMatch(
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
			calendar: { name: HOSTILE },
		});
	const earlier = book('ATTENDED', -30, 'earlier@example.com');
	await workflow.import('ask-for-feedback.json');
	const first = received().length;
	await workflow.api.runManually(workflow.id, 'Visit Ended');
	expect(sentSince(first)).toEqual(['you@example.com']);
	await workflow.api.deleteWorkflow(workflow.id);

	const before = received().length;
	await workflow.publish('ask-for-feedback.json', { parameters: { 'Visit Ended': polls } });
	// What ended before the first poll is no news.
	await workflow.listed(2);
	expect(workflow.stored(earlier.appointment_key).status).toBe('ATTENDED');
	// Half an hour long, so it ended a day ago in some seconds.
	const soon = -24 - 0.5 + 5 / 3_600;
	book('CONFIRMED', soon, 'nobody@example.com');
	const visit = book('ATTENDED', soon, 'came@example.com');
	await eventually(() => expect(received()).toHaveLength(before + 1));
	expect(received().at(-1)!.to).toEqual(['came@example.com']);
	const text = textTo('came@example.com');
	expect(text).toContain(`thank you for coming on ${whenIn(visit.wall)} (HYPERLINK`);
	expect(text).toContain('Please tell us: https://example.com/feedback');
	expect(text).not.toMatch(MARKUP);
});
