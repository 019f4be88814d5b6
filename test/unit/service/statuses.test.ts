import {
	documentedStatus,
	statusLabel,
} from '../../../nodes/AppointmentScheduling/service/core/vocabulary';

it.each([
	['NO_SHOW', 'NO_SHOW'],
	['no-show', 'NO_SHOW'],
	['NoShow', 'NO_SHOW'],
	['Pending companions', 'PENDING_COMPANIONS'],
	['Cancelled', 'CANCELED'],
	['cancelledClient', 'CANCELED_CLIENT'],
	['archived', 'ARCHIVED'],
	[7, ''],
	[{ toString: 1 }, ''],
])('the status %j is read as %s', (written, status) => {
	expect(documentedStatus(written)).toBe(status);
});

it('a status is shown by its label, and another one as it is', () => {
	expect(['inProgress', 'archived', null].map(statusLabel)).toEqual([
		'In Progress',
		'archived',
		null,
	]);
});
