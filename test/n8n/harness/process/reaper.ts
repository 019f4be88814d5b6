import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let reaper: ChildProcess | undefined;

/** Tells the process that outlives this one, so that nothing started here is left behind. */
function tell(line: string): void {
	if (!reaper) {
		reaper = spawn(process.execPath, [join(__dirname, 'reaper-process.mjs')], {
			detached: true,
			stdio: ['pipe', 'ignore', 'ignore'],
		});
		reaper.unref();
		const pipe = reaper.stdin;
		if (pipe && 'unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
	}
	reaper.stdin?.write(`${line}\n`);
}

/** Ends the process group when this process ends, should it still run then. */
export function reapGroup(pid: number): void {
	tell(`+${pid}`);
}

export function forgetGroup(pid: number): void {
	tell(`-${pid}`);
}

/** A folder of its own in the system's temporary folder, removed when this process ends. */
export function temporaryFolder(prefix: string): string {
	const folder = mkdtempSync(join(tmpdir(), `${prefix}-`));
	tell(`rm ${folder}`);
	return folder;
}
