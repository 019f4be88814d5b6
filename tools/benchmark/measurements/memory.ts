import { readFile, writeFile } from 'node:fs/promises';
import type { N8n } from '../../../test/n8n/harness';

/** Lets Linux count the peak of a process anew; elsewhere there is no such count. */
export async function forgetPeak(pid: number): Promise<void> {
	await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
}

/** Megabytes that the process held at most since then; where nobody counts, what it holds now. */
export async function peakMemory(n8n: N8n): Promise<number> {
	const status = await readFile(`/proc/${n8n.pid}/status`, 'utf8').catch(() => '');
	const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
	return kilobytes === undefined ? await n8n.memoryInMegabytes() : Number(kilobytes) / 1024;
}
