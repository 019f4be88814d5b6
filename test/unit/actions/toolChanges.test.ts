import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { credentialOf, type Booking, type Service } from '../../stand-in';
import { failureOf } from '../support/failure';
import { service } from '../support/service';
import { callTool } from '../support/tool';
import { locator, run } from './support';

/** A Wednesday, half past midnight in Madrid. */
const NOW = Date.parse('2030-05-14T22:30:00Z');

let scheduling: Service;
beforeEach(async () => {
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
	scheduling = await service({ zone: 'Europe/Madrid' });
});
afterEach(() => jest.restoreAllMocks());

const calendar = { calendar_key: 'f0f0f0f0-1111-4111-8111-111111111111', name: 'Dentistry' };
const book = (start_date: string, more: Booking = {}) =>
	scheduling.seed(1, {
		status: 'CONFIRMED',
		start_date,
		calendar,
		person: { full_name: 'Ana' },
		...more,
	})[0]!;

const FRIDAY = { Start_Date: '2030-05-17T09:00:00' };

/** What a model reads of a change, by default of an appointment on Thursday. */
async function change(
	operation: string,
	given: IDataObject = {},
	parameters: INodeParameters = {},
	{ appointment_key: Appointment } = book('2030-05-16T10:00:00'),
) {
	return await callTool(scheduling, operation, { Appointment, ...given }, parameters);
}
const sent = () => scheduling.requests.entries.map(({ method }) => method);
const refused = async (...given: Parameters<typeof change>) => {
	const { message } = await failureOf(change(...given));
	expect(sent().filter((method) => method !== 'GET')).toEqual([]);
	return message;
};

it.each<[string, INodeParameters, string]>([
	['cancel', {}, 'The client gets no email about it.'],
	['cancel', { sendEmail: 'yes' }, 'The service sends the client a cancellation email.'],
	['cancel', { sendEmail: 'serviceDefault' }, 'The service decides whether'],
	['updateStatus', { status: 'NO_SHOW' }, 'The status is set to NO_SHOW (No Show).'],
])('%s with %j says what it did', async (operation, parameters, note) => {
	const answer = await change(operation, {}, parameters);
	expect(answer.entries).toHaveLength(1);
	expect(answer.note).toContain(note);
});

describe('the answer has name, start in the zone of the service and status', () => {
	const ana = { person_name: 'Ana', start_date: '2030-05-16T10:00:00+02:00' };

	/** The service does as asked, but responds with nothing, in place of the appointment. */
	const answerNothing = () =>
		['PATCH', 'DELETE'].map((method) =>
			scheduling.faults.add({
				method,
				action: { kind: 'answerLost', instead: { status: 204, body: '' } },
			}),
		);

	it.each([
		['samples', true],
		['samples', false],
		['document', true],
		['document', false],
	] as const)(
		'in the shape %s (shown in the response: %s), with one request more only if it lacks them',
		async (shape, isShown) => {
			scheduling.set({ shape });
			if (!isShown) answerNothing();
			const isRead = isShown ? [] : ['GET'];
			const updated = await change('updateStatus', {}, { status: 'NO_SHOW' });
			expect(updated.entries).toEqual([expect.objectContaining({ ...ana, status: 'NO_SHOW' })]);
			expect(sent()).toEqual(['GET', 'PATCH', ...isRead]);

			scheduling.requests.clear();
			const moved = await change('reschedule', FRIDAY);
			const friday = { ...ana, start_date: '2030-05-17T09:00:00+02:00' };
			expect(moved.entries).toEqual([expect.objectContaining({ ...friday, status: 'CONFIRMED' })]);
			expect(sent()).toEqual(['GET', 'GET', 'PATCH', ...isRead]);

			scheduling.requests.clear();
			const { entries } = await change('cancel');
			const canceled = { ...ana, status: 'CANCELED', canceled: true };
			expect(entries).toEqual([expect.objectContaining(canceled)]);
			expect(sent()).toEqual(['GET', 'DELETE', ...isRead]);
		},
	);

	it('also if the service shows the former state for a while, which would contradict it', async () => {
		answerNothing();
		const appointment = book('2030-05-16T10:00:00');
		const stale = { ...scheduling.shown(appointment) };
		scheduling.faults.add({ method: 'GET', action: { kind: 'respond', status: 200, body: stale } });
		const read = async (...given: [string, INodeParameters?]) =>
			(await change(given[0], {}, given[1] ?? {}, appointment)).entries[0];
		expect(await read('updateStatus', { status: 'NO_SHOW' })).toMatchObject({
			...ana,
			status: 'NO_SHOW',
		});
		expect(await read('cancel')).toMatchObject({ ...ana, canceled: true, status: null });
	});

	it.each<[string, IDataObject, IDataObject]>([
		['cancel', {}, { ...ana, canceled: true, status: null }],
		['reschedule', FRIDAY, { ...ana, start_date: '2030-05-17T09:00:00+02:00', status: null }],
	])(
		'after %s from before it if it cannot be read, but not its status',
		async (name, given, seen) => {
			answerNothing();
			const appointment = book('2030-05-16T10:00:00');
			const path = new RegExp(appointment.appointment_key);
			const gone = { kind: 'respond', status: 404, body: {} } as const;
			scheduling.faults.add({ method: 'GET', path, after: 1, action: gone });
			const { entries, note } = await change(name, given, {}, appointment);
			expect(entries[0]).toMatchObject(seen);
			expect(note).toContain('The appointment could not be read after the change.');
		},
	);
});

describe('is refused, and nothing is sent', () => {
	it('a start in the past, with the present moment, because a model does not know it', async () => {
		const message = await refused('reschedule', { Start_Date: '2029-05-16T10:00:00' });
		expect(message).toMatch(/^'Start Date': 2029-05-16T10:00:00\+02:00 is in the past/);
		expect(message).toContain('it is now Wednesday 2030-05-15T00:30:00+02:00 in Europe/Madrid');
	});

	it('a start that is taken, without the appointment that takes it; the service decides if Check Slot is off', async () => {
		const other = book(FRIDAY.Start_Date, { person: { full_name: 'Somebody Else' } });
		const message = await refused('reschedule', FRIDAY);
		expect(message).toMatch(
			/^'Start Date': 2030-05-17 09:00 is not available\. Nothing was changed\. Free times of that day: /,
		);
		for (const own of [other.appointment_key, other.search_code, 'Somebody'])
			expect(message).not.toContain(own);
		const off = change('reschedule', FRIDAY, { options: { checkSlot: false } });
		expect((await failureOf(off)).message).toMatch(
			/\(400\)\. Change what the service refused, or tell the user\. Service: ".*"$/,
		);
	});

	it.each([true, false])(
		'a canceled appointment, to be moved (Check Slot: %s)',
		async (checkSlot) => {
			const canceled = book('2030-05-16T10:00:00', { status: 'CANCELED_CLIENT' });
			const moving = refused('reschedule', FRIDAY, { options: { checkSlot } }, canceled);
			expect(await moving).toMatch(
				/^'Appointment': it is canceled \(CANCELED_CLIENT\), so it cannot/,
			);
		},
	);

	it('one that has begun, to be canceled', async () => {
		const begun = book('2030-05-15T00:20:00');
		expect(await refused('cancel', {}, {}, begun)).toMatch(/^'Appointment': it began at/);
	});

	it('but one that has begun and is canceled, to be canceled, is said to be so', async () => {
		const canceled = book('2030-05-10T10:00:00', { status: 'CANCELED' });
		const { entries } = await change('cancel', {}, {}, canceled);
		expect(entries).toMatchObject([{ canceled: true, alreadyCanceled: true, status: 'CANCELED' }]);
		expect(sent()).toEqual(['GET']);
	});
});

describe.each<[string, IDataObject, INodeParameters]>([
	['cancel', {}, {}],
	['reschedule', FRIDAY, {}],
	['updateStatus', {}, { status: 'NO_SHOW' }],
])('%s', (name, given, parameters) => {
	/** An appointment of which the service shows something else. */
	const shownWith = (other: object) => {
		const appointment = book('2030-05-16T10:00:00');
		const body = { ...scheduling.shown(appointment), ...other };
		const action = { kind: 'respond', status: 200, body } as const;
		scheduling.faults.add({ method: 'GET', path: /appointments/, action });
		return appointment;
	};

	it.each<[string, object, string]>([
		['client', { attendees: [], person: null }, 'the service does not show whose it is'],
		['start', { start: 'soon', start_date: 'soon' }, 'the service does not show when it starts'],
	])('is refused if the %s cannot be read', async (_what, other, problem) => {
		expect(await refused(name, given, parameters, shownWith(other))).toContain(
			`'Appointment': ${problem}. Nothing was changed.`,
		);
	});

	it('is made for a client of whom the service shows only a phone', async () => {
		const booked = shownWith({ attendees: [{ phone: '+5511999990000' }], person: null });
		expect((await change(name, given, parameters, booked)).entries).toHaveLength(1);
	});

	it('is made by a code only if the service shows it', async () => {
		const booked = book('2030-05-16T10:00:00');
		const appointment = locator("={{ $fromAI('Appointment', '', 'string') }}", 'code');
		const coded = { ...booked, appointment_key: booked.search_code };
		const changing = [name, given, { ...parameters, appointment }, coded] as const;
		expect(await refused(...changing)).toBe(
			"'Appointment': the service does not show which appointment has this code. Nothing was changed. Tell the user. Only they can let this tool find appointments by key.",
		);
		scheduling.set({ samplesShowCode: true });
		expect((await change(...changing)).entries).toHaveLength(1);
	});
});

describe('outside of a tool', () => {
	const act = async (name: 'reschedule' | 'cancel', key: string) => {
		const parameters = { appointment: locator(key), startDate: FRIDAY.Start_Date };
		const credentials = { ...credentialOf(scheduling), timezone: 'Europe/Madrid' };
		return await run(`appointment:${name}`, parameters, { credentials });
	};

	it('a canceled appointment is moved, and a hint says so', async () => {
		const { appointment_key } = book('2030-05-16T10:00:00', { status: 'CANCELED_CLIENT' });
		const { hints, items } = await act('reschedule', appointment_key);
		expect(hints.map(({ message }) => message)).toEqual([
			'The service has moved an appointment that is canceled (CANCELED_CLIENT)',
		]);
		expect(items[0]?.json).toMatchObject({ appointment_key, attendees: [{ name: 'Ana' }] });
	});

	it('an appointment that has begun is canceled', async () => {
		const { appointment_key } = book('2030-05-15T00:20:00');
		expect((await act('cancel', appointment_key)).items[0]?.json.canceled).toBe(true);
	});
});
