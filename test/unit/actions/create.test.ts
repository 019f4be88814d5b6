import './shortWaits';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { additionalFieldsProperty } from '../../../nodes/AppointmentScheduling/actions/appointment/create/additionalFields';
import { at, booked, DAY, silva, start } from './clinic';
import { credentialsOf, failureOf, locator, run, type Options } from './support';

// What a model gets: createInTool.test.ts. How a lost booking is found: test/unit/service/bookings.test.ts.

const ana = { name: 'Ana Lima', phone: '+5511999990000' };

async function book(given: INodeParameters = {}, options: Options = {}) {
	const parameters: INodeParameters = {
		calendar: locator(silva),
		startDate: `${DAY}T10:00:00`,
		attendees: { attendee: [ana] },
		...given,
	};
	const credentials = { ...credentialsOf(at), timezone: 'America/Sao_Paulo' };
	const { items, hints } = await run('appointment:create', parameters, { ...options, credentials });
	return { items: items.map(({ json }) => json), hints: hints.map(({ message }) => message) };
}
const posts = () => at.requests.of('POST', /appointments/);
const sentBodies = () => posts().map(({ body }) => JSON.parse(body) as IDataObject);

describe('sends only what the user has set', () => {
	beforeEach(async () => await start());

	it('with the local start in the zone of the account, and names with single spaces', async () => {
		const attendee = [{ name: '  Ana   Lima ', phone: '', email: ' ' }];
		const { items } = await book({ attendees: { attendee } });
		expect(sentBodies()).toEqual([
			{
				calendar_key: silva,
				start: { dateTime: `${DAY}T10:00:00-03:00` },
				attendees: [{ name: 'Ana Lima' }],
			},
		]);
		expect(items).toMatchObject([{ status: 'PENDING', attendees: [{ name: 'Ana Lima' }] }]);
	});

	// Every field: test/contract/operations.ts.
	it('and what is turned off, without a request for the keys', async () => {
		const serviceKeys = [at.services.list()[0]!.key];
		const off = { sendEmail: false, verifyLimits: false };
		await book({ checkSlot: false, additionalFields: { serviceKeys, ...off } });
		expect(sentBodies()).toMatchObject([{ send_email: false, verify_limits: false }]);
		expect(at.requests.total).toBe(1);
	});

	it('and what a client leaves blank in a form, or answers with None', async () => {
		const [{ key } = { key: '' }] = at.services.list();
		await book({
			attendees: { attendee: [{ name: 'Ana Lima', phone: '={{ $json.phone }}' }] },
			additionalFields: {
				description: 'N/A',
				questionnaireAnswers: { answer: [{ questionKey: key, body: '={{ "None" }}' }] },
			},
		});
		expect(sentBodies()).toMatchObject([
			{ description: 'N/A', questionnaire_answers: [{ body: 'None' }] },
		]);
		expect(sentBodies()[0]?.attendees).toEqual([{ name: 'Ana Lima' }]);
	});
});

it('a status that is added is at first the one that the service sets without it', () => {
	const options = additionalFieldsProperty.options as INodeProperties[];
	expect(options.find(({ name }) => name === 'status')?.default).toBe('PENDING');
});

describe('Check Slot', () => {
	it('asks for that day with the chosen services, and books what is offered', async () => {
		await start();
		const { key } = at.services.add({ name: 'Retorno', duration: 60 });
		await book({ additionalFields: { serviceKeys: [key] } });
		expect(at.requests.entries.map(({ method, query }) => [method, query])).toEqual([
			['GET', expect.stringMatching(new RegExp(`calendar_key=${silva}.*day=${DAY}|day=${DAY}`))],
			['POST', ''],
		]);
		expect(at.requests.entries[0]?.query).toContain(`service_keys=${key}`);
		expect(at.requests.entries[0]?.query).not.toContain('action_new_appointment');
	});

	it('refuses a start that is not offered, with the five nearest free times of that day', async () => {
		await start();
		booked({ person: { full_name: 'Ben' } });
		const { message, description } = await failureOf(book());
		expect(message).toBe("'Start Date': 2030-12-03 10:00 is not available. Nothing was booked");
		expect(description).toBe('Free times of that day: 08:30, 09:00, 09:30, 10:30, 11:00');
		expect(posts()).toEqual([]);
	});

	it('says so if that day has no free time', async () => {
		await start();
		at.calendars.add({ key: silva, name: 'Dr. Silva', closed: [DAY] });
		const { description } = await failureOf(book());
		expect(description).toBe('That day has no free time. Choose another day');
	});

	it.each([
		...[403, 404, 405].map((status) => [
			status,
			{},
			`The free times could not be read (${status}). Nothing was booked`,
			"If the service has none, turn 'Check Slot' off",
		]),
		[
			500,
			{},
			'The service failed to handle the request (500). Nothing was booked',
			'Try again later',
		],
		[
			200,
			{ count: 3, next: null, results: [] },
			'The service reported 3 entries but returned 0. Nothing was booked',
			'Try again later',
		],
	] as Array<[number, object, string, string]>)(
		'that is answered with %i and %j books nothing and says so',
		async (status, body, message, description) => {
			await start();
			at.faults.add({ path: /available/, action: { kind: 'respond', status, body } });
			expect(await failureOf(book())).toMatchObject({ message, description });
			expect(posts()).toEqual([]);
		},
	);
});

describe('a refusal of the service', () => {
	it.each<[IDataObject | unknown[], string]>([
		[{ attendees: [{ name: ['Too short.'] }] }, "'Name': Too short."],
		[{ start: { dateTime: ['Wrong.'] } }, "'Start Date': Wrong."],
		[{ attendees: [{}, { email: ['Wrong.'] }] }, "'Email': Wrong."],
		[{ service_list: [{ service_key: ['No.'] }] }, "'Service Names or IDs': No."],
		[{ owner_user: { email: ['No.'] } }, "'Owner User': No."],
		[{ questionnaire_answers: [{ body: ['No.'] }] }, "'Answer': No."],
		[{ something: ['Else.'] }, 'something: Else.'],
		[{ non_field_errors: ['Taken.'] }, 'says: Taken.'],
	])('%j names the field as the panel does', async (body, text) => {
		await start();
		at.faults.add({ method: 'POST', action: { kind: 'respond', status: 400, body } });
		expect((await failureOf(book())).description).toContain(text);
	});
});

describe('books never twice', () => {
	it.each(['samples', 'document'] as const)(
		'one that the client has at this time is the answer, if the start is not offered or refused (%s)',
		async (shape) => {
			await start({ shape });
			const attendee = shape === 'samples' ? ana : { name: 'Ana Lima' };
			const { appointment_key } = booked();
			for (const checkSlot of [true, false]) {
				const { items, hints } = await book({ checkSlot, attendees: { attendee: [attendee] } });
				expect(items).toEqual([expect.objectContaining({ appointment_key, alreadyBooked: true })]);
				expect(hints).toEqual([expect.stringContaining("Items with 'alreadyBooked'")]);
			}
			expect(at.appointments.list()).toHaveLength(1);
		},
	);

	it('one that the client has is the answer to a conflict', async () => {
		await start();
		const { appointment_key } = booked();
		at.faults.add({ method: 'POST', action: { kind: 'respond', status: 409, body: {} } });
		expect((await book({ checkSlot: false })).items).toMatchObject([
			{ appointment_key, alreadyBooked: true },
		]);
	});

	it('but not one of another phone number, or a canceled one', async () => {
		await start();
		booked({ person: { full_name: 'Ana Lima', phone: '+5511888880000' } });
		expect((await failureOf(book())).message).toContain('is not available');
		expect((await failureOf(book({ checkSlot: false }))).message).toContain('(400)');
		await start();
		booked({ status: 'CANCELED' });
		expect((await book()).items[0]).not.toHaveProperty('alreadyBooked');
	});

	it('the refusal stands if nobody can tell', async () => {
		await start();
		booked();
		const forbidden = { kind: 'respond', status: 403, body: {} } as const;
		at.faults.add({ method: 'GET', path: /appointments/, action: forbidden });
		expect((await failureOf(book())).message).toContain('is not available');
	});

	it('two clients of one run at the same time are two, where a response was lost', async () => {
		await start();
		at.calendars.add({ key: silva, name: 'Dr. Silva', places: 2 });
		at.faults.add({ method: 'POST', after: 1, action: { kind: 'answerLost' } });
		const { items } = await book({}, { items: [{}, {}] });
		expect(new Set(items.map(({ appointment_key: key }) => key)).size).toBe(2);
		expect(at.appointments.list()).toHaveLength(2);
	});
});
