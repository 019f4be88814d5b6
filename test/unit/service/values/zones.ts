import fc from 'fast-check';

const QUARTER = 15 * 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** What clocks in a zone show at a moment, by the engine's own tables: YYYY-MM-DDTHH:MM:SS. */
export function wallClock(moment: number, zone: string): string {
	let format = formats.get(zone);
	if (!format) {
		format = new Intl.DateTimeFormat('en-GB', {
			timeZone: zone,
			hourCycle: 'h23',
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
			second: '2-digit',
		});
		formats.set(zone, format);
	}
	const parts = Object.fromEntries(
		format.formatToParts(moment).map(({ type, value }) => [type, value]),
	);
	const { year, month, day, hour, minute, second } = parts;
	return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** Every moment at which clocks in a zone show this time: none, one or two. */
export function momentsOf(wall: string, zone: string): number[] {
	const asUtc = Date.parse(`${wall}Z`);
	return Array.from(
		{ length: 4 * 28 + 1 },
		(_, index) => asUtc + (index - 4 * 14) * QUARTER,
	).filter((moment) => wallClock(moment, zone) === wall);
}

const offsetAt = (moment: number, zone: string) =>
	Date.parse(`${wallClock(moment, zone)}Z`) - moment;

/** The next moment after which clocks in a zone run otherwise, within 13 months. */
function nextChange(from: number, zone: string): number {
	const day = 86_400_000;
	for (let at = from; at < from + 400 * day; at += 14 * day) {
		let [before, after] = [at, at + 14 * day];
		if (offsetAt(before, zone) === offsetAt(after, zone)) continue;
		while (after - before > QUARTER) {
			const middle = before + Math.floor((after - before) / 2 / QUARTER) * QUARTER;
			if (middle <= before) break;
			if (offsetAt(middle, zone) === offsetAt(before, zone)) before = middle;
			else after = middle;
		}
		return after;
	}
	return from;
}

export const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));

/** Whole seconds since offsets are whole quarters of an hour everywhere. */
export const moments = fc
	.integer({ min: Date.parse('1985-01-01T00:00:00Z') / 1000, max: 4_102_444_800 })
	.map((seconds) => seconds * 1000);

/** Wall clocks in zones, most of them around the hours at which clocks change. */
export const wallClocks = fc
	.tuple(
		zones,
		moments.map((moment) => Math.floor(moment / QUARTER) * QUARTER),
		fc.oneof(
			{ weight: 2, arbitrary: fc.integer({ min: -3600, max: 4500 }) },
			fc.integer({ min: -5 * 3600, max: 5 * 3600 }),
		),
	)
	.map(([zone, moment, seconds]) => {
		const change = nextChange(moment, zone);
		const asUtc = Date.parse(`${wallClock(change - QUARTER, zone)}Z`) + seconds * 1000;
		return { zone, wall: new Date(asUtc).toISOString().slice(0, 19) };
	});
