const startedAt = Date.now();

/** A line with the seconds since the demo began. */
export function say(text: string): void {
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(6);
	console.log(`[${seconds} s] ${text}`);
}

/** Lines below one of `say`. */
export function show(text: string): void {
	for (const line of text.split('\n')) console.log(`           ${line}`);
}
