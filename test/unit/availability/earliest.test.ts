import { earliestTimes } from '../../../nodes/AppointmentScheduling/availability/earliest';

const MINUTE = 60_000;

/** A calendar that is free every minute, and how many times were looked for. */
function everyMinute(calendar_key: string, count: number) {
	const looked = { at: 0 };
	function* times() {
		for (let start = 0; start < count * MINUTE; start += MINUTE) {
			looked.at += 1;
			yield { start, end: start + MINUTE };
		}
	}
	return { looked, search: { times: times(), calendar_key, calendar_name: null } };
}

it('looks for no more times than are wanted, one ahead in each calendar', async () => {
	const calendars = ['a', 'b', 'c'].map((key) => everyMinute(key, 100_000));
	const searches = calendars.map(({ search }) => search);
	const found = await earliestTimes(searches, 5, 'UTC');
	const shown = found.map(
		(item) => `${String(item.start_date).slice(11, 16)} ${item.calendar_key}`,
	);
	expect(shown).toEqual(['00:00 a', '00:00 b', '00:00 c', '00:01 a', '00:01 b']);
	expect(calendars.map(({ looked }) => looked.at)).toEqual([3, 3, 2]);
});

it('leaves n8n time for other work', async () => {
	let turns = 0;
	const count = () => {
		turns += 1;
		counting = setImmediate(count);
	};
	let counting = setImmediate(count);
	const found = await earliestTimes([everyMinute('a', 90_000).search], Infinity, 'UTC');
	clearImmediate(counting);
	expect(found).toHaveLength(90_000);
	expect(turns).toBeGreaterThan(3);
});
