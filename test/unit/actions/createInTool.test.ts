import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { failureOf } from '../support/failure';
import { callTool } from '../support/tool';
import { at, booked, DAY, silva, start } from './clinic';

const wanted = { Start_Date: `${DAY}T10:00:00`, Name: 'Ana  Lima', Phone: '+5511999990000' };

const book = async (given: IDataObject = {}, parameters: INodeParameters = {}) =>
	await callTool(at, 'create', { Calendar: silva, ...wanted, ...given }, parameters);
const refused = async (...given: Parameters<typeof book>) => {
	const { message } = await failureOf(book(...given));
	expect(at.requests.of('POST')).toEqual([]);
	return message;
};

it.each(['samples', 'document'] as const)(
	'the answer is the simplified appointment, and a note says when and where it is (%s)',
	async (shape) => {
		await start({ shape });
		const { entries, note } = await book();
		expect(entries).toEqual([
			expect.objectContaining({
				person_name: 'Ana Lima',
				start_date: `${DAY}T10:00:00-03:00`,
				status: 'PENDING',
				calendar_name: 'Dr. Sílva',
				appointment_key: expect.any(String),
				created: true,
			}),
		]);
		expect(Object.keys(entries[0]!)).toHaveLength(11);
		expect(note).toBe(
			'Booked for Tuesday 2030-12-03 10:00, Dr. Sílva. Status PENDING: it still has to be confirmed.',
		);
	},
);

it('another status needs no confirmation', async () => {
	await start();
	const { note } = await book({}, { additionalFields: { status: 'CONFIRMED' } });
	expect(note).toContain('Status CONFIRMED (Confirmed).');
	expect(note).not.toContain('has to be confirmed');
});

it('the answer to an empty response shows what was sent', async () => {
	await start();
	at.faults.add({ method: 'POST', action: { kind: 'answerLost', instead: { status: 201 } } });
	const { entries } = await book();
	expect(entries).toMatchObject([
		{ person_name: 'Ana Lima', person_phone: '+5511999990000', calendar_key: silva, created: true },
	]);
});

it('what a model leaves out, or calls null, is not sent', async () => {
	await start();
	await book({ Phone: 'null', Email: '', Service: 'None' });
	expect(JSON.parse(at.requests.of('POST')[0]!.body)).toEqual({
		calendar_key: silva,
		start: { dateTime: `${DAY}T10:00:00-03:00` },
		attendees: [{ name: 'Ana Lima' }],
	});
});

it('an answer of the questionnaire that a model gives is sent, and one that it leaves blank is refused', async () => {
	await start();
	const body = "={{ $fromAI('Answer', '', 'string', '') }}";
	const questionnaireAnswers = { answer: [{ questionKey: 'q1', body }] };
	const parameters = { additionalFields: { questionnaireAnswers } };
	expect(await refused({ Answer: '' }, parameters)).toContain("'Answer': it is empty");
	await book({ Answer: 'No' }, parameters);
	expect(at.requests.of('POST')[0]?.body).toContain('[{"question_key":"q1","body":"No"}]');
});

it('an appointment that the client has already gives its start and calendar, and nothing else', async () => {
	await start();
	booked();
	const { entries, note } = await book();
	expect(entries).toEqual([
		{ alreadyBooked: true, start_date: `${DAY}T10:00:00-03:00`, calendar_name: 'Dr. Sílva' },
	]);
	expect(note).toBe('');
	// Also where several may book the same time, so it is looked up before every booking.
	at.calendars.add({ key: silva, name: 'Dr. Sílva', places: 9 });
	expect((await book()).entries).toMatchObject([{ alreadyBooked: true }]);
	expect(at.requests.of('POST')).toEqual([]);
});

describe('is refused, and the message says what to do', () => {
	beforeEach(async () => await start());

	it('a start that is taken, without a word about who took it', async () => {
		booked({ person: { full_name: 'Stranger', phone: '+5511888880000' } });
		const message = await refused();
		expect(message).toBe(
			"'Start Date': 2030-12-03 10:00 is not available. Nothing was booked. Free times of that day: 08:30, 09:00, 09:30, 10:30, 11:00.",
		);
	});

	it('a start in the past, with the present moment', async () => {
		const message = await refused({ Start_Date: '2020-12-05T10:00:00' });
		expect(message).toMatch(/^'Start Date': 2020-12-05T10:00:00-0.:00 is in the past: it is now/);
		expect(message).toContain('Nothing was booked');
		expect(at.requests.total).toBe(0);
	});

	it('what cannot be looked up', async () => {
		const forbidden = { kind: 'respond', status: 403, body: {} } as const;
		at.faults.add({ path: /appointments/, action: forbidden });
		expect(await refused()).toContain('not allowed');
	});
});

describe('a name counts as a key', () => {
	beforeEach(async () => await start());

	it('of a calendar and of services, without case, accents and blanks', async () => {
		const { key } = at.services.add({ name: 'Avaliação, retorno' });
		const [first] = at.services.list();
		await book({ Calendar: ' dr.  silva', Service: 'avaliacao, Retorno' });
		await book({
			Calendar: 'DR. SÍLVA',
			Service: `${first!.name.toLowerCase()}, ${key}`,
			Start_Date: `${DAY}T12:00:00`,
		});
		const bodies = at.requests.of('POST').map(({ body }) => JSON.parse(body) as IDataObject);
		expect(bodies).toMatchObject([
			{ calendar_key: silva, service_list: [{ service_key: key }] },
			{ calendar_key: silva, service_list: [{ service_key: first!.key }, { service_key: key }] },
		]);
	});

	it('a UUID takes no request', async () => {
		await book({ Service: at.services.list()[0]!.key });
		expect(at.requests.of('GET', /calendars|services/)).toEqual([]);
	});

	it('two of one name are listed with their keys', async () => {
		const { key } = at.calendars.add({ name: 'dr. Silva' });
		const message = await refused({ Calendar: 'Dr. Silva' });
		expect(message).toContain(
			`'Calendar': several calendars are called "Dr. Silva": ${silva}, ${key}`,
		);
	});

	it('one that does not exist is refused with those that do', async () => {
		expect(await refused({ Calendar: 'Dr. Costa' })).toMatch(
			/^'Calendar': no calendar has the name or key "Dr. Costa"\. There are: Dentistry, .*Dr\. Sílva/,
		);
		expect(await refused({ Service: 'Massage' })).toContain(
			'no service has the name or key "Massage"',
		);
	});

	it('a key is used if the list cannot be read, and a name is not', async () => {
		const body = { detail: 'No.' };
		at.faults.add({ path: /calendars/, action: { kind: 'respond', status: 403, body } });
		expect(await refused({ Calendar: 'agenda-1' })).not.toContain('not allowed');
		expect(await refused({ Calendar: 'Dr. Silva' })).toContain('not allowed');
	});
});
