import { freeTimes } from '../../../nodes/AppointmentScheduling/service/freeTimes';
import { occupiedBy } from '../../../nodes/AppointmentScheduling/service/slots';
import type { Row } from '../report';
import { median } from '../turns';

const APPOINTMENTS = 5_000;
const MINUTE_MS = 60_000;
const midnight = Date.parse('2030-12-01T00:00:00+01:00');
const hours = {
	zone: 'Europe/Madrid',
	from: '2030-12-01',
	to: '2030-12-30',
	breaks: [],
	opens: 0,
	closes: 24 * 60,
	weekdays: [1, 2, 3, 4, 5, 6, 7],
	duration: 15,
	every: 5,
	notice: 0,
};
const at = (ms: number) => new Date(ms + 60 * MINUTE_MS).toISOString().replace('.000Z', '+01:00');

/** The computation alone: reading the list is measured by the lists. */
export async function measureFreeTimes(): Promise<Row[]> {
	const appointments = Array.from({ length: APPOINTMENTS }, (_, index) => {
		const start = midnight + Math.floor((index * 30 * 24 * 60) / APPOINTMENTS) * MINUTE_MS;
		return { status: 'CONFIRMED', start_date: at(start), end_date: at(start + 5 * MINUTE_MS) };
	});
	const runs = Array.from({ length: 15 }, () => {
		const before = process.cpuUsage();
		freeTimes(occupiedBy(appointments, hours.zone, hours.duration), hours, midnight);
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1000;
	});
	const what = `Free times of 30 days among ${APPOINTMENTS.toLocaleString('en')} appointments`;
	return [{ what, own: `${median(runs).toFixed(1)} ms of CPU time`, others: '' }];
}
