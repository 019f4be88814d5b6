/** How often each sentence has decided that something is no breach. */
export const decided = new Map<string, number>();

/** Why something that breaks a rule is allowed: a sentence of the documentation, and whether it is about this. */
export interface Excuse {
	sentence: string;
	applies: boolean;
}

/** @param sentence of `docs/`, without its markup. A test checks that a page says so. */
export const docs = (sentence: string, applies: () => boolean): Excuse => ({
	sentence,
	applies: applies(),
});

/** Whether one of them applies. */
export function isAllowed(excuses: Excuse[]): boolean {
	const excuse = excuses.find(({ applies }) => applies);
	if (!excuse) return false;
	decided.set(excuse.sentence, (decided.get(excuse.sentence) ?? 0) + 1);
	return true;
}

/** For a condition that follows from a sentence. */
export function says(sentence: string): true {
	isAllowed([docs(sentence, () => true)]);
	return true;
}
