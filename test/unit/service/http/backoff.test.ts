import { retryAfterDelay } from '../../../../nodes/AppointmentScheduling/service/http/retry';

describe('Retry-After', () => {
	const now = Date.parse('2026-05-01T10:00:00Z');

	it.each([
		['3', 3000],
		[' 1.25 ', 1250],
		[7, 7000],
		['Fri, 01 May 2026 10:00:05 GMT', 5000],
		['3600', 3_600_000],
		['Sat, 02 May 2026 10:00:00 GMT', 86_400_000],
		['2026-05-01T10:00:05+00:00', 5000],
	])('%p means %p ms', (header, wait) => {
		expect(retryAfterDelay(header, now)).toBe(wait);
	});

	const passed = ['0', 'Fri, 01 May 2026 09:00:00 GMT', 'Fri, 01 May 2026 10:00:00 GMT'];

	it.each([undefined, null, '', '  ', 'soon', [], {}, ...passed])('%p is ignored', (header) => {
		expect(retryAfterDelay(header, now)).toBeUndefined();
	});
});
