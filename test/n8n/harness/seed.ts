import { existsSync } from 'node:fs';
import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { N8nApi, type Account } from './api/api';
import { baseEnvironment } from './process/environment';
import { N8nProcess } from './process/n8n-process';
import { n8nFolder, scratch } from './paths';
import { freePorts } from './process/ports';
import { temporaryFolder } from './process/reaper';

/**
 * Gives an empty folder the data of an n8n that was started once and has its owner: three seconds
 * of database migrations that need not be repeated. A folder in use keeps what it has.
 */
export async function prepareFolder(folder: string, program = n8nFolder): Promise<Account> {
	const accountFile = join(folder, 'account.json');
	if (!existsSync(accountFile)) await cp(await seed(program), folder, { recursive: true });
	return JSON.parse(await readFile(accountFile, 'utf8')) as Account;
}

/** The data to copy; starts n8n once if there is none yet. */
export async function seed(program = n8nFolder): Promise<string> {
	const { version } = JSON.parse(await readFile(join(program, 'package.json'), 'utf8')) as {
		version: string;
	};
	const kept = join(scratch(), `n8n-seed-${version}`);
	if (existsSync(kept)) return kept;
	const folder = temporaryFolder('n8n-seed');
	await startOnce(folder, program);
	const copy = `${kept}-${process.pid}`;
	await cp(folder, copy, { recursive: true });
	await rename(copy, kept).catch((error: unknown) => {
		if (!existsSync(kept)) throw error;
	});
	return kept;
}

async function startOnce(folder: string, program: string): Promise<void> {
	const [port, brokerPort] = await freePorts(2);
	const n8n = new N8nProcess({
		command: 'start',
		n8nFolder: program,
		url: `http://127.0.0.1:${port}`,
		folder,
		env: {
			...baseEnvironment(program),
			N8N_USER_FOLDER: folder,
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			N8N_DISABLE_UI: 'true',
		},
	});
	try {
		await n8n.start();
		const account = await N8nApi.setUp(n8n.http, n8n.url);
		await writeFile(join(folder, 'account.json'), JSON.stringify(account));
	} finally {
		await n8n.stop();
	}
}
