import { keepLatest, registry } from '../../../nodes/AppointmentScheduling/watching/keepLatest';

test('memory is bounded: the entry that was not used for longest is forgotten', () => {
	const entries = new Map<string, number>();
	for (const key of ['a', 'b', 'a', 'c', 'd']) keepLatest(entries, key, 1, 3);
	expect([...entries.keys()]).toEqual(['a', 'c', 'd']);

	const known = registry(() => ({}), 2);
	const [first, second] = [known('first', 1), known('second')];
	expect(known('first', 1)).toBe(first);
	known('third');
	expect(known('first', 1)).toBe(first);
	expect(known('second')).not.toBe(second);
});
