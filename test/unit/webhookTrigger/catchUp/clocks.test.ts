import type { IDataObject } from 'n8n-workflow';

import { comparableKey } from '../../../../nodes/AppointmentScheduling/service/values/keys';
import { compare } from '../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/differences';
import type { TriggerSettings } from '../../../../nodes/AppointmentScheduling/webhookTrigger/core/settings';
import { noteChange } from '../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/checks/changed';
import type { Delivery } from '../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/core/delivery';
import { TriggerState } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/state';
import { CANCELED, CREATED, UPDATED } from '../deliveries/support';

const NOW = Date.parse('2026-06-10T10:00:00Z');
const settings = {
	events: [CREATED, UPDATED, CANCELED],
	filter: { calendar: undefined, statuses: [] },
	onlyWhenChanged: [],
	watches: true,
	catchUp: 60_000,
} as unknown as TriggerSettings;

let state: TriggerState;

beforeEach(() => {
	state = new TriggerState();
	state.book.setHeader({ zone: 'utc' });
});
afterEach(() => jest.restoreAllMocks());

/** A service whose clock is so many ms ahead, and whether it sends it in `Date`. */
class Clocks {
	constructor(
		private readonly ahead: number,
		private readonly sendsDate: boolean,
	) {}

	/** What a check in a second runs. */
	list(second: number, ...appointments: IDataObject[]): string[] {
		this.pass(second);
		state.setClock(this.sendsDate ? this.ahead : undefined);
		const { differences } = compare(
			state,
			{ appointments, zone: 'utc', at: state.now, since: 0 },
			settings,
		);
		state.book.setHeader({ isRecorded: true });
		for (const { key, run } of differences) {
			state.book.begin(key, run.id);
			state.book.end(key, run.id, 'counts');
		}
		return differences.map(({ run }) => run.event);
	}

	/** Whether a delivery runs about an event of an earlier second. */
	async deliver(second: number, event: string, data: IDataObject, happened: number) {
		const timestamp = new Date(this.pass(happened)).toISOString();
		this.pass(second);
		const notification = { event, timestamp, data };
		const answer = await noteChange({ settings, notification, state } as unknown as Delivery);
		if ('status' in answer) return false;
		const { key, run } = answer.appointment!;
		state.book.begin(key, run.id);
		state.book.end(key, run.id, 'counts');
		return true;
	}

	/** Now on the service's clock. */
	private pass(second: number): number {
		jest.spyOn(Date, 'now').mockReturnValue(NOW + second * 1000);
		return Date.now() + this.ahead;
	}
}

const appointment = (status: string, start_date = '2026-06-20T10:00:00Z') => ({
	appointment_key: 'a',
	status,
	start_date,
});

describe.each([
	['that sends no Date header', 0, false],
	['whose clock is an hour ahead', 3_600_000, true],
	['whose clock is a day behind', -86_400_000, true],
])('a service %s', (_which, ahead, sendsDate) => {
	const clocks = new Clocks(ahead, sendsDate);

	test('gets one run for what a check reports and a delivery says late', async () => {
		clocks.list(0);
		const booked = appointment('CONFIRMED');
		expect(clocks.list(60, booked)).toEqual([]);
		expect(clocks.list(81, booked)).toEqual([CREATED]);
		expect(await clocks.deliver(140, CREATED, booked, 50)).toBe(false);
		const pending = appointment('PENDING');
		clocks.list(200, pending);
		expect(clocks.list(221, pending)).toEqual([UPDATED]);
		expect(await clocks.deliver(300, UPDATED, pending, 190)).toBe(false);
		expect(await clocks.deliver(400, UPDATED, pending, 395)).toBe(true);
		expect([460, 520].flatMap((second) => clocks.list(second, pending))).toEqual([]);
	});

	test('gets no creation for an appointment that is known from a late delivery only', async () => {
		clocks.list(0);
		const updated = appointment('PENDING');
		expect(await clocks.deliver(300, UPDATED, updated, 100)).toBe(true);
		expect([320, 381].flatMap((second) => clocks.list(second, updated))).toEqual([]);
		const moved = appointment('PENDING', '2026-06-21T10:00:00Z');
		expect([450, 471].flatMap((second) => clocks.list(second, moved))).toEqual([UPDATED]);
		expect(state.book.get(comparableKey('a')!)?.caught?.event).toBe(UPDATED);
	});

	test('gets no run from a list that is behind a delivery', async () => {
		const before = appointment('CONFIRMED');
		clocks.list(0, before);
		expect(await clocks.deliver(100, UPDATED, appointment('PENDING'), 99)).toBe(true);
		expect([105, 126, 155].flatMap((second) => clocks.list(second, before))).toEqual([]);
		expect([180, 240].flatMap((second) => clocks.list(second, appointment('PENDING')))).toEqual([]);
	});

	test('gets a run for a change back that follows the first check, which was behind a delivery', async () => {
		const before = appointment('CONFIRMED');
		expect(await clocks.deliver(1, UPDATED, appointment('PENDING'), 1)).toBe(true);
		const seconds = [3, 63, 123, 144, 180];
		expect(seconds.flatMap((second) => clocks.list(second, before))).toEqual([UPDATED]);
	});
});
