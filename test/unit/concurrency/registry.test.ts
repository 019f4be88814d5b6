import { keepLatest, registry } from '../../../nodes/AppointmentScheduling/concurrency/registry';

it('of what anybody can cause, the latest 2,000 are kept', () => {
	const entries = new Map<string, number>();
	for (let nth = 0; nth < 2_000; nth += 1) keepLatest(entries, String(nth), nth);
	keepLatest(entries, '0', 0);
	keepLatest(entries, 'next', 0);
	expect([entries.size, entries.has('0'), entries.has('1')]).toEqual([2_000, true, false]);
});

it('what is used again is the same, unless too many others were used since', () => {
	const of = registry(() => ({}), 2);
	const first = of('workflow', 'node');
	expect(of('workflow', 'node')).toBe(first);
	of('second');
	expect(of('workflow', 'node')).toBe(first);
	of('third');
	of('fourth');
	expect(of('workflow', 'node')).not.toBe(first);
});
