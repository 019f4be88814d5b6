import { credentialOf, type ServiceOptions } from '../../stand-in';
import { service } from '../support/service';
import { failureOf, locator, nock, run } from './support';

const HOUR = 3_600_000;
const calendar = { calendar_key: '0f0f0f0f-1111-4111-8111-111111111111', name: 'Dentistry' };
const begin = Date.parse('2030-05-01T06:00:00Z');
const startAt = (index: number) => new Date(begin + index * HOUR).toISOString();

beforeEach(() => nock.enableNetConnect('127.0.0.1'));

it.each<[string, ServiceOptions['dialect']]>([
	['15 a page', { pagination: 'bare', pageSize: 15 }],
	['24 a page', { pagination: 'bare', pageSize: 24 }],
	['37 a page, counted from 0', { pagination: 'bareFromZero', pageSize: 37 }],
	['24 a page, by position', { pagination: 'bareOffset', pageSize: 24 }],
	['all on one page of a usual length', 'plain'],
])(
	'Check Slot refuses a time that is booked on any page of a list with nothing beside it, %s',
	async (_how, dialect) => {
		const at = await service({ dialect });
		// One an hour.
		at.seed(60, (index) => ({ calendar, status: 'CONFIRMED', start_date: startAt(index) }));
		const appointment = locator(at.appointments.list('start')[0]!.appointment_key);
		for (const index of [20, 40, 59]) {
			const move = { appointment, startDate: startAt(index), options: { checkSlot: true } };
			const moving = run('appointment:reschedule', move, { credentials: credentialOf(at) });
			expect((await failureOf(moving)).message).toContain('taken');
		}
		expect(at.requests.of('PATCH')).toHaveLength(0);
	},
);
