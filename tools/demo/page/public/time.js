// The service's wall clock, `YYYY-MM-DDTHH:MM:SS`, is read as if it were UTC: half an hour later is
// the same everywhere.
export const plusMinutes = (wall, minutes) =>
	new Date(Date.parse(`${wall}Z`) + minutes * 60_000).toISOString().slice(0, 19);

const format = new Intl.DateTimeFormat('en-GB', {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
	timeZone: 'UTC',
});
export const dayAndTime = (wall) => format.format(Date.parse(`${wall}Z`));

/** Of a moment, on the wall of the service. */
export const clock = (moment, timeZone) =>
	new Date(moment).toLocaleTimeString('en-GB', { timeZone });
