import { MINUTE_MS } from '../../service/values/dates';

/** True at most once a minute. */
export function onceAMinute(): () => boolean {
	let last = -Infinity;
	return () => {
		const isDue = performance.now() - last >= MINUTE_MS;
		if (isDue) last = performance.now();
		return isDue;
	};
}
