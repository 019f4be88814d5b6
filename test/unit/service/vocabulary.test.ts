import {
	isAppointmentStatus,
	isCanceledStatus,
} from '../../../nodes/AppointmentScheduling/service/vocabulary';

it.each([
	['CONFIRMED', true, false],
	['CANCELED', true, true],
	['CANCELED_CLIENT', true, true],
	['CANCELED_GOOGLE', true, true],
	['CANCELED_BY_A_NEW_KIND', false, true],
	['NOT_CANCELED', false, false],
	['confirmed', false, false],
	['toString', false, false],
	['', false, false],
	[['CANCELED'], false, false],
	[5, false, false],
	[null, false, false],
	[undefined, false, false],
])('%p is a status of the document: %p, and means canceled: %p', (value, isKnown, isCanceled) => {
	expect(isAppointmentStatus(value)).toBe(isKnown);
	expect(isCanceledStatus(value)).toBe(isCanceled);
});
