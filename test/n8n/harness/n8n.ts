import { existsSync } from 'node:fs';
import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { N8nApi, type Account } from './api/api';
import { loopbackCertificate } from './process/certificate';
import { baseEnvironment } from './process/environment';
import { N8nProcess, type N8nProcessOptions } from './process/n8n-process';
import { installPackage } from './package';
import { n8nFolder, scratch, versionOf } from './paths';
import { freePorts } from './process/ports';
import { temporaryFolder } from './process/reaper';

const ACCOUNT = 'account.json';

export interface N8nOptions {
	/** The packed package, of `packTarball()`; without it n8n has its own nodes alone. */
	packageTarball?: string;
	/** Another n8n than the one that all tests run. */
	n8nFolder?: string;
	/** A folder to keep n8n's data in; by default a new one that is removed at the end. */
	folder?: string;
	port?: number;
	/** The editor in the browser with all of n8n's modules, which costs two seconds at the start. */
	editor?: boolean;
	/** Settings over those of the harness. */
	env?: NodeJS.ProcessEnv;
}

/** Something that runs workflows: one n8n, or several in queue mode. */
export interface Instance {
	readonly api: N8nApi;
	readonly running: boolean;
	readonly url: string;
	readonly logFile: string;
	/** The production address of a webhook, by its path. */
	webhookUrl(path: string): string;
}

/** A running n8n with data, an owner and an address of its own. */
export class N8n extends N8nProcess implements Instance {
	readonly api: N8nApi;

	constructor(
		options: N8nProcessOptions,
		readonly account: Account,
	) {
		super(options);
		this.api = new N8nApi(this.url, account);
	}

	webhookUrl(path: string): string {
		return `${this.url}/webhook/${path}`;
	}
}

/** Starts n8n and returns when it takes requests. */
export async function startN8n(options: N8nOptions = {}): Promise<N8n> {
	const folder = options.folder ?? temporaryFolder('n8n');
	const accountFile = join(folder, ACCOUNT);
	// A folder in use keeps what it has.
	if (!existsSync(accountFile))
		await cp(await seed(options.n8nFolder), folder, { recursive: true });
	const account = JSON.parse(await readFile(accountFile, 'utf8')) as Account;
	if (options.packageTarball) await installPackage(folder, options.packageTarball);
	const n8n = new N8n(await settings(options, folder), account);
	await n8n.start();
	return n8n;
}

/** The data of an n8n that was started once and has its owner: its migrations need not be repeated. */
export async function seed(program = n8nFolder): Promise<string> {
	const kept = join(scratch(), `n8n-seed-${versionOf(program)}`);
	if (existsSync(kept)) return kept;
	const folder = temporaryFolder('n8n-seed');
	const n8n = new N8nProcess(await settings({ n8nFolder: program }, folder));
	try {
		await n8n.start();
		const account = await N8nApi.setUp(n8n.url);
		await writeFile(join(folder, ACCOUNT), JSON.stringify(account));
	} finally {
		await n8n.stop();
	}
	const copy = `${kept}-${process.pid}`;
	await cp(folder, copy, { recursive: true });
	await rename(copy, kept).catch((error: unknown) => {
		if (!existsSync(kept)) throw error;
	});
	return kept;
}

async function settings(options: N8nOptions, folder: string): Promise<N8nProcessOptions> {
	const { editor = false, n8nFolder: program, env } = options;
	const { keyFile, certFile } = await loopbackCertificate();
	const [port, brokerPort] = await freePorts(2);
	const url = `https://127.0.0.1:${options.port ?? port}`;
	return {
		command: 'start',
		n8nFolder: program,
		url,
		folder,
		readyLine: 'Editor is now accessible via',
		env: {
			...baseEnvironment(program),
			N8N_USER_FOLDER: folder,
			N8N_PORT: new URL(url).port,
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			N8N_PROTOCOL: 'https',
			N8N_SSL_KEY: keyFile,
			N8N_SSL_CERT: certFile,
			N8N_WEBHOOK_URL: `${url}/`,
			WEBHOOK_URL: `${url}/`,
			N8N_EDITOR_BASE_URL: url,
			...(editor ? { N8N_DISABLED_MODULES: '' } : { N8N_DISABLE_UI: 'true' }),
			NODE_EXTRA_CA_CERTS: certFile,
			...env,
		},
	};
}
