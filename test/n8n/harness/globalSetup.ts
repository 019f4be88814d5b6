import { seed } from './n8n';
import { packTarball } from './package';
import { scratch } from './paths';

/** What every real n8n starts from is made once, before several tests want it at the same time. */
export default async function globalSetup(): Promise<void> {
	// Compiled once, n8n's code need not be compiled again at each of its many starts.
	process.env.NODE_COMPILE_CACHE ??= scratch('compiled');
	await Promise.all([packTarball(), seed()]);
}
