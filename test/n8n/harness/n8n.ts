import { randomBytes } from 'node:crypto';
import { N8nApi, type Account } from './api/api';
import { loopbackCertificate, type Certificate } from './process/certificate';
import { baseEnvironment } from './process/environment';
import type { HttpClient } from './api/http';
import { N8nProcess, type N8nProcessOptions } from './process/n8n-process';
import { installPackage } from './package';
import { freePorts } from './process/ports';
import { temporaryFolder } from './process/reaper';
import { prepareFolder } from './seed';

export interface N8nOptions {
	/** The packed package, of `packTarball()`; without it n8n has its own nodes alone. */
	packageTarball?: string;
	/** Another n8n than the one that all tests run. */
	n8nFolder?: string;
	/** A folder to keep n8n's data in; by default a new one that is removed at the end. */
	folder?: string;
	port?: number;
	/** Default true; the public address follows, unless `env` names another. */
	https?: boolean;
	/** The editor in the browser with all of n8n's modules, which costs two seconds at the start. */
	editor?: boolean;
	/** The settings of an empty database; by default SQLite in the folder. */
	database?: NodeJS.ProcessEnv;
	/** Settings over those of the harness; undefined takes one away. */
	env?: NodeJS.ProcessEnv;
}

/** Something that runs workflows: one n8n, or several in queue mode. */
export interface Instance {
	readonly api: N8nApi;
	readonly http: HttpClient;
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
		this.api = new N8nApi(this.http, this.url, account);
	}

	webhookUrl(path: string): string {
		return `${this.url}/webhook/${path}`;
	}
}

/** Starts n8n and returns when it takes requests. */
export async function startN8n(options: N8nOptions = {}): Promise<N8n> {
	const folder = options.folder ?? temporaryFolder('n8n');
	const account = await prepareFolder(folder, options.n8nFolder);
	if (options.packageTarball) await installPackage(folder, options.packageTarball);
	const certificate = await loopbackCertificate();
	const [port, brokerPort] = await freePorts(2);
	const scheme = options.https === false ? 'http' : 'https';
	const url = `${scheme}://127.0.0.1:${options.port ?? port}`;
	const n8n = new N8n(
		{
			command: 'start',
			n8nFolder: options.n8nFolder,
			url,
			folder,
			readyLine: 'Editor is now accessible via',
			certificate: certificate.cert,
			env: settings(options, url, folder, brokerPort!, certificate),
		},
		account,
	);
	await n8n.start();
	if (options.database) Object.assign(account, await N8nApi.setUp(n8n.http, n8n.url));
	return n8n;
}

function settings(
	{ https = true, editor = false, n8nFolder, database, env }: N8nOptions,
	url: string,
	folder: string,
	brokerPort: number,
	{ keyFile, certFile }: Certificate,
): NodeJS.ProcessEnv {
	return {
		...baseEnvironment(n8nFolder),
		N8N_USER_FOLDER: folder,
		N8N_PORT: new URL(url).port,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		...(https
			? { N8N_PROTOCOL: 'https', N8N_SSL_KEY: keyFile, N8N_SSL_CERT: certFile }
			: { N8N_PROTOCOL: 'http', N8N_SECURE_COOKIE: 'false' }),
		N8N_WEBHOOK_URL: `${url}/`,
		WEBHOOK_URL: `${url}/`,
		N8N_EDITOR_BASE_URL: url,
		...(editor ? { N8N_DISABLED_MODULES: '' } : { N8N_DISABLE_UI: 'true' }),
		NODE_EXTRA_CA_CERTS: certFile,
		// Code nodes, which no test has, would need another process.
		N8N_RUNNERS_MODE: 'external',
		N8N_RUNNERS_AUTH_TOKEN: randomBytes(16).toString('hex'),
		...database,
		...env,
	};
}
