import { createHash, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { loopbackCertificate } from '../../n8n/harness';

const program = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The Debian package that a browser needs and this machine lacks. */
export const missingBrowser = existsSync(program) ? [] : ['chromium'];

/** Debian's Chromium, or the one that CHROMIUM names, quiet towards the internet. */
export async function startBrowser(): Promise<Browser> {
	const { cert } = await loopbackCertificate();
	const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
	const trusted = createHash('sha256').update(publicKey).digest('base64');
	return await chromium.launch({
		executablePath: program,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			// Unlike after an error that is ignored, files are kept: a page loads in half the time.
			`--ignore-certificate-errors-spki-list=${trusted}`,
		],
	});
}
