import { plainStatus, statusLabel } from '../../../nodes/AppointmentScheduling/service/vocabulary';

it.each([
	['cancelled', 'CANCELED'],
	['CANCELLED_CLIENT', 'CANCELED_CLIENT'],
	[' Canceled ', 'CANCELED'],
	['no_show', 'NO_SHOW'],
	['archived', 'ARCHIVED'],
])('the status %s means %s', (written, status) => {
	expect(plainStatus(written)).toBe(status);
});

it('a status is shown by its label, and another one as it is', () => {
	expect(['IN_PROGRESS', 'cancelled', 'archived'].map(statusLabel)).toEqual([
		'In Progress',
		'Canceled',
		'archived',
	]);
});
