import './shortWaits';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Booking, Service, ServiceOptions } from '../../stand-in';
import { service } from '../support/service';
import { callTool } from '../support/tool';
import { credentialsOf, failureOf, locator, run, type Options } from './support';

// The rule: test/unit/service/changes.test.ts.

let at: Service;
async function start(options: ServiceOptions = {}) {
	at = await service(options);
}
beforeEach(async () => await start());

const appointment = locator('={{ $json.key }}');
const keys = (count: number, booking: Booking = { status: 'CONFIRMED' }) =>
	at.seed(count, booking).map(({ appointment_key: key }) => ({ key }));
const act = async (
	name: 'cancel' | 'reschedule' | 'updateStatus',
	items: IDataObject[],
	more: INodeParameters = {},
	options: Options = {},
) => {
	const given = { appointment, status: 'NO_SHOW', startDate: '2031-01-01T10:00:00Z', ...more };
	return await run(`appointment:${name}`, given, {
		...options,
		items,
		credentials: credentialsOf(at),
	});
};
const sent = (method: string) => at.requests.of(method);

describe.each(['samples', 'document'] as const)('in the shape %s', (shape) => {
	it.each<['cancel' | 'reschedule' | 'updateStatus', string, object]>([
		['updateStatus', 'PATCH', { status: 'NO_SHOW' }],
		['reschedule', 'PATCH', {}],
		['cancel', 'DELETE', { canceled: true, status: 'CANCELED' }],
	])('%s whose response is lost is made once, and succeeds', async (name, method, shown) => {
		at.set({ shape });
		const [item] = keys(1);
		at.faults.add({ method, action: { kind: 'answerLost' } });
		const { items } = await act(name, [item!]);
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ appointment_key: item!.key, ...shown }),
		]);
		expect(sent(method)).toHaveLength(1);
	});
});

it('each appointment is canceled once, also if one item names it by its code', async () => {
	at.set({ samplesShowCode: true, lag: 60_000 });
	const { appointment_key: key, search_code: code } = at.seed(1)[0]!;
	const items = [locator(key), locator(code, 'code'), locator(key)] as unknown as IDataObject[];
	const more = { appointment: '={{ $json }}', sendEmail: 'no' };
	const { items: returned } = await act('cancel', items, more);
	const first = { canceled: true, appointment_key: key };
	const others = { ...first, alreadyCanceled: true };
	expect(returned.map(({ json }) => json)).toMatchObject([first, others, others]);
	expect(returned[0]?.json).not.toHaveProperty('alreadyCanceled');
	// A later node that changes one item must not change the others.
	expect(new Set(returned.map(({ json }) => json)).size).toBe(3);
	expect(sent('DELETE')).toHaveLength(1);
});

it('an appointment that is canceled already is not canceled again', async () => {
	const { items, hints } = await act('cancel', keys(1, { status: 'CANCELED_CLIENT' }));
	expect(items[0]?.json).toMatchObject({ canceled: true, alreadyCanceled: true });
	expect(hints[0]?.message).toContain("Items with 'alreadyCanceled' were canceled before");
	expect(at.requests.entries.map(({ method }) => method)).toEqual(['GET']);
});

describe('in a tool', () => {
	const NOW = Date.parse('2030-05-14T12:00:00Z');
	const coming: Booking = { status: 'CONFIRMED', start_date: '2030-05-16T10:00:00' };
	beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));
	afterEach(() => jest.restoreAllMocks());

	const change = async (name: string, key: string, parameters: INodeParameters = {}) =>
		await callTool(
			at,
			name,
			{ Appointment: key, Start_Date: '2030-05-17T10:00:00' },
			{ ...parameters, ...(name === 'updateStatus' && { status: 'NO_SHOW' }) },
		);
	const refused = async (...given: Parameters<typeof change>) => {
		const { message } = await failureOf(change(...given));
		expect(at.requests.entries.filter(({ method }) => method !== 'GET')).toEqual([]);
		return message;
	};

	describe.each(['cancel', 'reschedule', 'updateStatus'])('%s', (name) => {
		it.each<[string, object, string]>([
			['client', { attendees: [], person: null }, 'the service does not show whose it is'],
			['start', { start: 'soon', start_date: 'soon' }, 'the service does not show when it starts'],
		])('is refused if the %s cannot be read', async (_what, lacking, problem) => {
			const booked = at.seed(1, coming)[0]!;
			const body = { ...at.shown(booked), ...lacking };
			at.faults.add({ method: 'GET', action: { kind: 'respond', status: 200, body } });
			expect(await refused(name, booked.appointment_key)).toContain(
				`'Appointment': ${problem}. Nothing was changed.`,
			);
		});

		it('is made for a client of whom the service shows only a phone', async () => {
			const booked = at.seed(1, coming)[0]!;
			const body = { ...at.shown(booked), attendees: [{ phone: '+5511999990000' }], person: null };
			at.faults.add({ method: 'GET', action: { kind: 'respond', status: 200, body } });
			const options = name === 'reschedule' ? { checkSlot: false } : {};
			expect((await change(name, booked.appointment_key, { options })).entries).toHaveLength(1);
		});

		it.each([true, false])('by a code that the service shows: %p', async (samplesShowCode) => {
			at.set({ samplesShowCode });
			const { search_code } = at.seed(1, coming)[0]!;
			const appointment = locator("={{ $fromAI('Appointment', '', 'string') }}", 'code');
			const changing = [name, search_code, { appointment, options: {} }] as const;
			if (samplesShowCode) expect((await change(...changing)).entries).toHaveLength(1);
			else
				expect(await refused(...changing)).toBe(
					"'Appointment': the service does not show which appointment has this code. Nothing was changed. Tell the user. Only they can let this tool find appointments by key.",
				);
		});
	});
});
