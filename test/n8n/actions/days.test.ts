import type { INodeParameters } from 'n8n-workflow';

import { runAction } from '../harness';
import { locator } from '../support/actions';
import { credentialOf, useSharedN8n } from '../support/fixture';

const zone = 'America/Los_Angeles';
const day = '2031-03-10';
const calendar = { calendar_key: 'f0f0f0f0-1111-4111-8111-111111111111', name: 'Dentistry' };

// The clinic is eight hours behind the clock that its filters are read by.
const fixture = useSharedN8n({ zone, dialect: { filterTimes: 'utc' } });

async function act(operation: string, parameters: INodeParameters) {
	const { n8n, service } = fixture;
	const credential = { ...credentialOf(service), timezone: zone };
	const { output, error, hints } = await runAction(n8n, {
		credentialId: await n8n.api.createCredential(credential),
		parameters: { resource: 'appointment', operation, ...parameters },
	});
	return { output, message: error?.message, hints };
}

const starts = (output: object[]) =>
	output.map((item) => (item as { start_date: string }).start_date.slice(0, 16));

describe('a service that reads filter times as UTC', () => {
	let late: { appointment_key: string };

	beforeAll(() => {
		const book = (start_date: string) =>
			fixture.service.book({ status: 'CONFIRMED', calendar, start_date });
		for (const time of ['2031-03-09T20:00:00', `${day}T09:00:00`]) book(time);
		late = book(`${day}T20:00:00`);
	});

	test('Get Many with When lists the evening of the day, and not that of the day before', async () => {
		const { output } = await act('getAll', { when: 'onDate', day });
		expect(starts(output)).toEqual([`${day}T09:00`, `${day}T20:00`]);
	});

	test('Get Free Times offers no time that is booked in the evening', async () => {
		const hours = { opens: '18:30', closes: '21:00', weekdays: [1] };
		const { output, hints } = await act('getFreeTimes', {
			calendar: locator(calendar.calendar_key),
			when: 'onDate',
			day,
			...hours,
			duration: 30,
		});
		expect(starts(output)).toEqual(
			['18:30', '19:00', '19:30', '20:30'].map((at) => `${day}T${at}`),
		);
		expect(hints).toEqual([expect.stringContaining('30 minutes were assumed')]);
	});

	test('Reschedule with Check Slot finds what is booked in the evening', async () => {
		const own = fixture.service.book({
			status: 'CONFIRMED',
			calendar,
			start_date: `${day}T10:00:00`,
		});
		const moveTo = async (time: string) =>
			await act('reschedule', {
				appointment: locator(own.appointment_key),
				startDate: `${day}T${time}:00`,
				options: { checkSlot: true },
			});
		const taken = await moveTo('20:15');
		const { search_code } = fixture.service.appointments.get(late.appointment_key)!;
		expect(taken.message).toContain(`is taken in this calendar by appointment ${search_code}`);
		expect((await moveTo('20:30')).message).toBeUndefined();
		expect(fixture.service.appointments.get(own.appointment_key)?.wall).toBe(`${day}T20:30:00`);
	});
});
