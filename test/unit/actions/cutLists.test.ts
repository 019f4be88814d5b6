import { credentialOf, type ServiceOptions } from '../../stand-in';
import { service } from '../support/service';
import { failureOf, locator, nock, run } from './support';

const HOUR = 3_600_000;
const calendar = { calendar_key: '0f0f0f0f-1111-4111-8111-111111111111', name: 'Dentistry' };
const begin = Date.parse('2030-05-01T06:00:00Z');
const startAt = (index: number) => new Date(begin + index * HOUR).toISOString();

beforeEach(() => nock.enableNetConnect('127.0.0.1'));

/** A service with 60 appointments, one an hour, in a list with nothing beside it. */
async function fullService(dialect: ServiceOptions['dialect']) {
	const at = await service({ dialect });
	at.seed(60, (index) => ({ calendar, status: 'CONFIRMED', start_date: startAt(index) }));
	return { at, own: at.appointments.list('start')[0]! };
}

describe.each<[string, ServiceOptions['dialect']]>([
	['15 a page', { pagination: 'bare', pageSize: 15 }],
	['24 a page', { pagination: 'bare', pageSize: 24 }],
	['37 a page, counted from 0', { pagination: 'bareFromZero', pageSize: 37 }],
	['24 a page, by position', { pagination: 'bareOffset', pageSize: 24 }],
	['all on one page of a usual length', 'plain'],
])('where a service lists appointments without anything beside them, %s', (_how, dialect) => {
	it('Check Slot refuses a time that is booked on any page', async () => {
		const { at, own } = await fullService(dialect);
		for (const index of [20, 40, 59]) {
			const move = run(
				'appointment:reschedule',
				{
					appointment: locator(own.appointment_key),
					startDate: startAt(index),
					options: { checkSlot: true },
				},
				{ credentials: credentialOf(at) },
			);
			expect((await failureOf(move)).message).toContain('taken');
		}
		expect(at.requests.of('PATCH')).toHaveLength(0);
	});

	it('Return All returns all of them', async () => {
		const { at } = await fullService(dialect);
		const options = { credentials: credentialOf(at) };
		const { items, hints } = await run('appointment:getAll', { returnAll: true }, options);
		expect(items).toHaveLength(60);
		expect(hints).toEqual([]);
	});
});
