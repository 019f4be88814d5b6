import type { Shape } from '../settings';

/** The four bodies in which notifications were seen. */
export type Bodies = 'document' | 'wrapped' | 'flat' | 'bare';

type Json = Record<string, unknown>;

interface Happening {
	/** `appointment.created` and so on. */
	event: string;
	timestamp: string;
	/** What it is about, in one of both shapes. */
	data: (shape: Shape) => Json;
	wrappedTimestamp: boolean;
}

/** What a notification says. */
export function bodyIn(bodies: Bodies, { event, timestamp, data, ...more }: Happening): Json {
	const word = event.replace(/^.*\./, '').toUpperCase();
	const write: Record<Bodies, () => Json> = {
		document: () => ({ event, timestamp, data: data('document') }),
		wrapped: () => ({
			event,
			...(more.wrappedTimestamp && { timestamp }),
			data: data('samples'),
		}),
		flat: () => ({ event: word, ...data('samples') }),
		bare: () => data('samples'),
	};
	return write[bodies]();
}
