/** What anybody can cause stays small. */
const MOST = 2_000;

/** Sets an entry as the newest one. If there are too many, the oldest one is dropped. */
export function keepLatest<T>(entries: Map<string, T>, key: string, value: T, most = MOST): void {
	entries.delete(key);
	entries.set(key, value);
	const [oldest] = entries.keys();
	if (entries.size > most && oldest !== undefined) entries.delete(oldest);
}

/** By name. Those not used for longest are forgotten, so deleted workflows leave nothing behind. */
export function registry<T>(make: () => T, most = MOST): (...names: unknown[]) => T {
	const entries = new Map<string, T>();
	return (...names) => {
		const name = JSON.stringify(names);
		const entry = entries.get(name) ?? make();
		keepLatest(entries, name, entry, most);
		return entry;
	};
}
