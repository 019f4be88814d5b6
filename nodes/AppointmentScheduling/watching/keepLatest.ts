/** So many of its latest entries take precedence over what another process has written. */
const MOST = 2_000;

/** Sets an entry as the newest one. If there are too many, the oldest one is dropped. */
export function keepLatest<T>(entries: Map<string, T>, key: string, value: T, most = MOST): void {
	entries.delete(key);
	entries.set(key, value);
	const [oldest] = entries.keys();
	if (entries.size > most && oldest !== undefined) entries.delete(oldest);
}
