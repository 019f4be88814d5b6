import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Has a shell that outlives this process run the command, however this one ends. Returns what calls that off. */
function afterwards(command: string): () => void {
	const shell = spawn('sh', ['-c', `trap '' INT TERM; cat; ${command}`], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	shell.unref();
	(shell.stdin as Socket).unref();
	return () => void process.kill(-shell.pid!, 'SIGKILL');
}

/** Ends the process group when this process ends. */
export const reapGroup = (pid: number) => afterwards(`kill -9 -${pid}`);

/** A folder of its own in the system's temporary folder, removed when this process has ended. */
export function temporaryFolder(prefix: string): string {
	const folder = mkdtempSync(join(tmpdir(), `${prefix}-`));
	// What writes to it is killed at the same time.
	afterwards(`sleep 1; rm -rf '${folder}'`);
	return folder;
}
