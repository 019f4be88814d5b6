// The service's wall clock, `YYYY-MM-DDTHH:MM:SS`, is reckoned as if it were UTC: a move by half an
// hour is the same everywhere.
const MINUTE = 60_000;

const asUtc = (wall) => Date.parse(`${wall}Z`);

export const plusMinutes = (wall, minutes) =>
	new Date(asUtc(wall) + minutes * MINUTE).toISOString().slice(0, 19);

export const dayOf = (wall) => wall.slice(0, 10);
export const clockOf = (wall) => wall.slice(11, 16);
export const minutesOf = (wall) => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));

export const at = (day, minutes) => plusMinutes(`${day}T00:00:00`, minutes);

const format = (options) => (wall) =>
	new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(asUtc(wall));

export const weekday = format({ weekday: 'short' });
export const dayAndMonth = format({ day: 'numeric', month: 'short' });
export const dayAndTime = format({
	...{ weekday: 'short', day: 'numeric', month: 'short' },
	...{ hour: '2-digit', minute: '2-digit' },
});
