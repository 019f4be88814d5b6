import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const program = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The Debian package that a browser needs and this machine lacks. */
export const missingBrowser = existsSync(program) ? [] : ['chromium'];

/** Debian's Chromium, or the one that CHROMIUM names, quiet towards the internet. */
export async function startBrowser(): Promise<Browser> {
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
		],
	});
}
