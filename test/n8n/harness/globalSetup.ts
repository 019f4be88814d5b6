import { packTarball } from './package';
import { seed } from './seed';

/** What every real n8n starts from is made once, before several tests want it at the same time. */
export default async function globalSetup(): Promise<void> {
	await Promise.all([packTarball(), seed()]);
}
