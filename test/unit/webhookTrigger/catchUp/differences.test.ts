import type { IDataObject } from 'n8n-workflow';

import { comparableKey } from '../../../../nodes/AppointmentScheduling/service/values/keys';
import { compare } from '../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/differences';
import type { TriggerSettings } from '../../../../nodes/AppointmentScheduling/webhookTrigger/core/settings';
import { creationIdentity } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/identity';
import { TriggerState } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/state';
import { CREATED } from '../deliveries/support';

const MINUTE = 60_000;
const settings = {
	events: [CREATED],
	filter: { statuses: [] as string[] },
	onlyWhenChanged: [],
} as unknown as TriggerSettings;

let state: TriggerState;

beforeEach(() => {
	state = new TriggerState();
	state.book.setHeader({ isRecorded: true, zone: 'utc' });
});

/** The runs of checks at these minutes, each of which lists the same. */
function runsOf(minutes: number[], ...appointments: IDataObject[]) {
	return minutes.flatMap((minute) => {
		const listing = { appointments, zone: 'utc', at: minute * MINUTE, since: 0 };
		const { differences } = compare(state, listing, settings);
		state.book.trim('utc');
		return differences.map(({ key, run }) => {
			state.book.begin(key, run.id);
			state.book.end(key, run.id, 'counts');
			return [key, run.event];
		});
	});
}

test('an appointment without a readable start is reported once', () => {
	const appointment = { appointment_key: 'a', status: 'PENDING', start_date: null };
	expect(runsOf([10, 11, 12, 13], appointment)).toEqual([['a', CREATED]]);
});

test('a creation that has run does not run again, also if nothing else is known of the appointment', () => {
	state.memory.remember(creationIdentity(comparableKey('a')!));
	const [ran, other] = ['a', 'b'].map((appointment_key) => ({
		appointment_key,
		status: 'PENDING',
		start_date: '2026-06-20T10:00:00Z',
	}));
	expect(runsOf([10, 11, 12, 13], ran!, other!)).toEqual([['b', CREATED]]);
});
