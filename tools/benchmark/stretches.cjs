// Preloaded by the n8n that is measured: writes once a second for how long n8n answered nobody, at most.
const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
const { monitorEventLoopDelay } = require('node:perf_hooks');

if (process.argv[1]?.endsWith('/bin/n8n')) {
	const RESOLUTION_MS = 2;
	const file = join(process.env.N8N_USER_FOLDER ?? '.', 'stretches.log');
	const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	delay.enable();
	setInterval(() => {
		appendFileSync(file, `${Date.now()} ${(delay.max / 1e6 - RESOLUTION_MS).toFixed(1)}\n`);
		delay.reset();
	}, 1_000).unref();
}
