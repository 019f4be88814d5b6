import { sleep } from 'n8n-workflow';

const LONGEST_STRETCH_MS = 20;

/** What a long loop awaits at each step, so that n8n gets time for other work. */
export function pauses(): () => Promise<void> {
	let since = Date.now();
	return async () => {
		if (Date.now() - since < LONGEST_STRETCH_MS) return;
		await sleep(0);
		since = Date.now();
	};
}
