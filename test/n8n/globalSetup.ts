import prepare from './harness/globalSetup';
import { startShared } from './harness/shared';

/** A start takes seconds, and many files of this suite need no n8n of their own. */
export default async function globalSetup(): Promise<void> {
	await prepare();
	await startShared();
}
