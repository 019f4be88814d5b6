import { join } from 'node:path';

const realNow = Date.now;
let shift = 0;

/**
 * Sets the clock of this process, and returns what sets that of an n8n at its start. It runs on from
 * there.
 */
export function clockAt(moment: string): NodeJS.ProcessEnv {
	shift = Date.parse(moment) - realNow();
	Date.now = () => realNow() + shift;
	return {
		NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, 'shiftClock.cjs'))}`,
		CLOCK_SHIFT_MS: String(shift),
	};
}
