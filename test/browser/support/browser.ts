import { chromium, type Browser } from 'playwright-core';

/** Debian's Chromium, or the one that CHROMIUM names, quiet towards the internet. */
export async function startBrowser(): Promise<Browser> {
	return await chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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
