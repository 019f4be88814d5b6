// Reads "+pid", "-pid" and "rm folder" lines until its standard input closes, which happens however
// its parent ends; then it kills the process groups still named and removes the folders.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const groups = new Set();
const folders = new Set();

process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});

for await (const line of createInterface({ input: process.stdin })) {
	if (line.startsWith('+')) groups.add(Number(line.slice(1)));
	else if (line.startsWith('-')) groups.delete(Number(line.slice(1)));
	else if (line.startsWith('rm ')) folders.add(line.slice(3));
}
for (const group of groups) {
	try {
		process.kill(-group, 'SIGKILL');
	} catch {
		// it has ended by itself
	}
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
