import {
	isAppointmentStatus,
	isCanceledStatus,
} from '../../../nodes/AppointmentScheduling/service/vocabulary';

it.each([
	['CONFIRMED', true, false],
	['CANCELED_GOOGLE', true, true],
	['CANCELED_BY_A_NEW_KIND', false, true],
	['NOT_CANCELED', false, false],
	['toString', false, false],
	[['CANCELED'], false, false],
	[null, false, false],
])('%p is a known status: %p, and means canceled: %p', (value, isKnown, isCanceled) => {
	expect(isAppointmentStatus(value)).toBe(isKnown);
	expect(isCanceledStatus(value)).toBe(isCanceled);
});
