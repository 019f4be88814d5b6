import fc from 'fast-check';

const QUARTER = 15 * 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** What clocks in a zone show at a moment, by the engine's own tables: YYYY-MM-DDTHH:MM:SS. */
export function wallClock(moment: number, zone: string): string {
	const format =
		formats.get(zone) ??
		// In Sweden, people write 2026-03-29 10:00:00.
		new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
	formats.set(zone, format);
	return format.format(moment).replace(' ', 'T');
}

/** Every moment at which clocks in a zone show this time: none, one or two. */
export function momentsOf(wall: string, zone: string): number[] {
	const asUtc = Date.parse(`${wall}Z`);
	return Array.from(
		{ length: 4 * 28 + 1 },
		(_, index) => asUtc + (index - 4 * 14) * QUARTER,
	).filter((moment) => wallClock(moment, zone) === wall);
}

/** Zones with days on which their clocks change: at night, at midnight, by half an hour, or not at all. */
export const CLOCK_CHANGES = Object.entries({
	'Europe/Madrid': ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-07-01'],
	'America/New_York': ['2026-03-08', '2026-11-01'],
	'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
	'America/Havana': ['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01'],
	'Africa/Cairo': ['2026-04-24', '2026-10-29', '2026-10-30'],
	'Pacific/Apia': ['2011-12-30'],
	'America/Santiago': ['2026-04-04', '2026-09-05', '2026-09-06'],
	'Asia/Kathmandu': ['2026-02-27'],
}).flatMap(([zone, days]) => days.map((day) => ({ zone, day })));

export const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));

/** Whole seconds since offsets are whole quarters of an hour everywhere. */
export const moments = fc
	.integer({ min: Date.parse('1985-01-01T00:00:00Z') / 1000, max: 4_102_444_800 })
	.map((seconds) => seconds * 1000);

/** What clocks show around the hours at which they change. */
export const wallClocks = fc
	.tuple(fc.constantFrom(...CLOCK_CHANGES), fc.oneof(fc.nat(4 * 3600), fc.nat(86_399)))
	.map(([{ zone, day }, seconds]) => {
		const asUtc = Date.parse(day) + seconds * 1000;
		return { zone, wall: new Date(asUtc).toISOString().slice(0, 19) };
	});
