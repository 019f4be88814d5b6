import { eventually } from '../n8n/harness';
import { useClinic } from '../n8n/support/clinic';
import {
	addressOf,
	question,
	reminder as reminderTo,
	suggestion,
} from '../n8n/support/clinicMails';
import {
	burst,
	calendarKey,
	DENTISTRY,
	MONDAY,
	OPTICS,
	PHYSIO,
	SATURDAY,
	SUNDAY,
	TUESDAY,
	visitsBefore,
	WEDNESDAY,
} from '../n8n/support/clinicPeople';
import { assistant, people } from '../n8n/support/models';

const clinic = useClinic('Europe/Madrid', 'America/New_York', `${SATURDAY}T12:05:00+01:00`);

const reminder = (name: string, when: string, calendar: string) =>
	reminderTo(name, when, calendar, clinic.of(name).search_code);

test('Saturday noon: whoever comes within a day is reminded once, and bookings that arrive together are confirmed and logged', async () => {
	clinic.seed(visitsBefore);
	await clinic.publish();

	clinic.deliver({ copies: 2, delay: 3_000 });
	clinic.book(burst);
	// Her booking is delivered later than she has canceled it.
	clinic.set('CANCELED_CLIENT', 'Eva');

	await eventually(async () => expect(await clinic.logged()).toHaveLength(7));
	expect(await clinic.mails(7)).toEqual([
		reminder('Ada', `Saturday ${SATURDAY} at 17:00`, DENTISTRY),
		reminder('Ben', `Sunday ${SUNDAY} at 09:00`, PHYSIO),
		reminder('Cleo', `Sunday ${SUNDAY} at 12:30`, OPTICS),
		reminder('Vic', `Sunday ${SUNDAY} at 11:00`, DENTISTRY),
		reminder('Wes', `Sunday ${SUNDAY} at 10:30`, DENTISTRY),
		reminder('Xia', `Sunday ${SUNDAY} at 01:30`, DENTISTRY),
		reminder('Yan', `Sunday ${SUNDAY} at 09:30`, DENTISTRY),
	]);
	expect(await clinic.logged()).toEqual(['Amy', 'Bob', 'Cat', 'Dan', 'Pam', 'Pia', 'Pol']);
	expect(clinic.statuses('Amy', 'Bob', 'Cat')).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
	expect(clinic.statuses('Dan', 'Eva')).toEqual(['PENDING', 'CANCELED_CLIENT']);
	await clinic.posted(
		'Dentistry\n10:00 Hal\n17:00 Ada\n\nOptics\n11:30 Dan (pending)\n13:00 Pam (pending)\n\nPhysiotherapy\n08:00 Zed\n11:00 Ivy',
	);
});

test('Saturday afternoon: what happened while n8n was down is made up, unpaid slots are freed, and a client who canceled is offered other times', async () => {
	await clinic.reopenAt(`${SATURDAY}T14:30:00+01:00`, () => {
		clinic.set('CANCELED_CLIENT', 'Ben');
		clinic.move('Dora', `${MONDAY}T10:00:00`);
		clinic.move('Wes', `${MONDAY}T16:00:00`);
		clinic.set('CONFIRMED', 'Pia');
		clinic.book([['Quin', `${TUESDAY}T15:00:00`, PHYSIO, 'PENDING']]);
	});
	await eventually(() => expect(clinic.statuses('Pol', 'Quin')).toEqual(['CANCELED', 'CONFIRMED']));
	expect(await clinic.mails(2)).toEqual([
		suggestion('Ben', `Sunday ${SUNDAY} at 09:00`),
		reminder('Fay', `Sunday ${SUNDAY} at 15:00`, DENTISTRY),
	]);
	clinic.expectOffered('Ben', PHYSIO, SUNDAY);
	expect(clinic.of('Pol').email_sent).toBe(true);
	expect(clinic.statuses('Pia', 'Pam')).toEqual(['CONFIRMED', 'PENDING_PAYMENT']);
});

test('Saturday at nine in New York, when it is three on Sunday in Madrid: no-shows are marked, and a mailbox that refuses costs nobody else a message', async () => {
	await clinic.reopenAt(`${SUNDAY}T03:05:00+02:00`, () => {
		clinic.set('ATTENDED', 'Ada');
		clinic.mailbox.refused.add(addressOf('Emil'));
		clinic.refuseChangesOf('Zed');
	});
	await eventually(() => expect(clinic.statuses('Hal', 'Xia')).toEqual(['NO_SHOW', 'CONFIRMED']));
	expect(await clinic.mails(2)).toEqual([
		reminder('Gus', `Sunday ${SUNDAY} at 19:00`, DENTISTRY),
		question('Kim', 'Friday', PHYSIO),
	]);
	await clinic.failed('remind-a-day-before', [
		`Not reminded: Emil <emil@example.com>, ${SUNDAY} 18:00. Everybody else with one address was. Retry does not send these again: correct the address and write yourself.`,
	]);
	expect(clinic.statuses('Dan', 'Pam', 'Zed')).toEqual(['PENDING', 'PENDING_PAYMENT', 'CONFIRMED']);
	await clinic.failed('mark-no-shows', [
		`Not marked: Zed, ${SATURDAY} 08:00. Everybody else was. The next evening tries these again.`,
	]);
});

test("Saturday at nine in New York: models read the clinic's Sunday, and its hours", async () => {
	const sunday = [
		`${SUNDAY}T01:30:00+01:00 Xia CONFIRMED`,
		`${SUNDAY}T09:00:00+02:00 Ben CANCELED_CLIENT`,
		`${SUNDAY}T09:30:00+02:00 Yan CONFIRMED`,
		`${SUNDAY}T10:00:00+02:00 Lou CANCELED`,
		`${SUNDAY}T11:00:00+02:00 Vic CONFIRMED`,
		`${SUNDAY}T12:30:00+02:00 Cleo CONFIRMED`,
		`${SUNDAY}T15:00:00+02:00 Fay CONFIRMED`,
		`${SUNDAY}T18:00:00+02:00 Emil CONFIRMED`,
		`${SUNDAY}T19:00:00+02:00 Gus CONFIRMED`,
	];
	const mcp = await assistant(clinic.fixture.n8n, clinic.bearer);
	const today = await mcp.call('List_Appointments', { when: 'today' });
	expect(people(today.entries)).toEqual(sunday);
	expect(today.note).toContain(`from ${SUNDAY}T00:00:00 to ${SUNDAY}T23:59:59`);
	expect(today.note).toMatch(/It is now Sunday 2027-03-28T03:\d\d:\d\d\+02:00 in Europe\/Madrid/);
	const free = await mcp.call('Free_Times', {
		calendar_key: calendarKey(PHYSIO),
		when: 'nextWeek',
	});
	expect(free.entries[0]).toMatchObject({ start_date: `${MONDAY}T09:30:00+02:00` });
	await mcp.close();

	const { system, answers } = await clinic.ask([
		{ call: 'Find_by_Day', with: { day: SUNDAY } },
		{ call: 'Find_by_Name', with: { name: 'Meg' } },
		{ say: 'Nine people come today.' },
	]);
	expect(system).not.toContain('New_York');
	expect(people(answers[0]!.entries)).toEqual(sunday);
	expect(answers[0]!.note).toMatch(/It is now Sunday 2027-03-28T03:/);
	expect(people(answers[1]!.entries)).toEqual([`${WEDNESDAY}T09:00:00+02:00 Meg CONFIRMED`]);
});

test('Sunday noon: reminders and questions go on, and the times offered to clients who are canceled together are spread', async () => {
	await clinic.reopenAt(`${SUNDAY}T13:05:00+02:00`, () => {
		clinic.mailbox.refused.delete(addressOf('Emil'));
		clinic.set('ATTENDED', 'Yan', 'Cleo');
		clinic.set('CANCELED', 'Uma', 'Tim');
		clinic.set('CONFIRMED', 'Tim');
	});
	expect(await clinic.mails(7)).toEqual([
		reminder('Amy', `Monday ${MONDAY} at 09:00`, PHYSIO),
		reminder('Dora', `Monday ${MONDAY} at 10:00`, OPTICS),
		question('Ivy', 'Saturday', PHYSIO),
		reminder('Ron', `Monday ${MONDAY} at 11:00`, OPTICS),
		reminder('Sue', `Monday ${MONDAY} at 12:00`, OPTICS),
		reminder('Tim', `Monday ${MONDAY} at 13:00`, OPTICS),
		suggestion('Uma', `Monday ${MONDAY} at 15:00`),
	]);
	clinic.mailbox.refused.add(addressOf('Sue'));
	// Vic's appointment has begun.
	clinic.set('CANCELED', 'Ron', 'Sue', 'Vic');
	expect(await clinic.mails(1)).toEqual([suggestion('Ron', `Monday ${MONDAY} at 11:00`)]);
	const offered = ['Uma', 'Ron'].map((name) => clinic.expectOffered(name, OPTICS, MONDAY));
	expect(new Set(offered.flat()).size).toBe(6);
	await clinic.failed('suggest-new-times', [
		`No suggestions were sent to: Sue <sue@example.com>, ${MONDAY} 12:00. Retry does not send these again: correct the address and write yourself.`,
	]);
	await clinic.posted(
		'Dentistry\n01:30 Xia\n09:30 Yan\n15:00 Fay\n19:00 Gus\n\nOptics\n12:30 Cleo\n18:00 Emil',
	);
});

test('Sunday noon: an assistant moves an appointment to a free time, and cannot cancel what has begun', async () => {
	const mcp = await assistant(clinic.fixture.n8n, clinic.bearer);
	const meg = clinic.of('Meg').search_code;
	const moved = await mcp.call('Reschedule', {
		search_code: meg,
		new_start: '2027-04-01T10:00:00',
	});
	expect(people(moved.entries)).toEqual(['2027-04-01T10:00:00+02:00 Meg CONFIRMED']);
	const yan = await mcp.call('Cancel', { search_code: clinic.of('Yan').search_code });
	expect(yan.note).toMatch(/it began at 2027-03-28T09:30:00/);
	await mcp.close();
});

test('Sunday at nine in New York: who was moved is reminded of the new time, and who did not come is marked', async () => {
	await clinic.reopenAt(`${MONDAY}T03:05:00+02:00`, () => {
		clinic.set('ATTENDED', 'Fay', 'Gus');
		clinic.fixture.service.faults.clear();
	});
	const absent = () => new Set(clinic.statuses('Zed', 'Xia', 'Emil'));
	await eventually(() => expect([...absent()]).toEqual(['NO_SHOW']));
	expect(await clinic.mails(2)).toEqual([
		question('Ada', 'Saturday', DENTISTRY),
		reminder('Wes', `Monday ${MONDAY} at 16:00`, DENTISTRY),
	]);
});

test('Monday noon: nobody has read anything twice, about a canceled appointment or about one that is over', async () => {
	await clinic.reopenAt(`${MONDAY}T13:05:00+02:00`, () => {
		clinic.mailbox.refused.add(addressOf('Yan'));
	});
	expect(await clinic.mails(3)).toEqual([
		reminder('Bob', `Tuesday ${TUESDAY} at 09:00`, PHYSIO),
		reminder('Cat', `Tuesday ${TUESDAY} at 10:00`, OPTICS),
		question('Cleo', 'Sunday', OPTICS),
	]);
	await clinic.failed('ask-for-feedback', [
		expect.stringContaining(`Not asked: Yan <yan@example.com>, ${SUNDAY} 09:30.`),
	]);
	expect(await clinic.errorsOf('remind-a-day-before')).toHaveLength(1);
	await clinic.posted(
		'Dentistry\n16:00 Wes\n\nOptics\n10:00 Dora\n13:00 Tim\n\nPhysiotherapy\n09:00 Amy',
	);
	expect(await clinic.logged()).toEqual(['Amy', 'Bob', 'Cat', 'Dan', 'Pam', 'Pia', 'Pol', 'Quin']);
});
