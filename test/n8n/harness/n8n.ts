import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { N8nApi, type Account } from './api';
import type { BackgroundProcess, Exit } from './background-process';
import { loopbackCertificate, type Certificate } from './certificate';
import { HttpClient } from './http';
import { baseEnvironment, spawnN8n, untilReady } from './n8n-command';
import { installPackage } from './package';
import { scratch } from './paths';
import { freePorts } from './ports';
import { temporaryFolder } from './reaper';
import { prepareFolder } from './seed';

export interface N8nOptions {
	/** The packed package, of `packTarball()`; without it n8n has its own nodes alone. */
	packageTarball?: string;
	/** A folder to keep n8n's data in; by default a new one that is removed at the end. */
	folder?: string;
	port?: number;
	/** Default true; the public address follows, unless `env` names another. */
	https?: boolean;
	/** The editor in the browser, which costs a second and a half at the start. */
	editor?: boolean;
	/** Code nodes, which need a process of their own. */
	codeNodes?: boolean;
	/** Settings over those of the harness; undefined takes one away. */
	env?: NodeJS.ProcessEnv;
}

/** A running n8n with data, an owner and an address of its own. */
export class N8n {
	readonly api: N8nApi;
	readonly http: HttpClient;
	readonly logFile: string;
	private process: BackgroundProcess;

	private constructor(
		readonly url: string,
		readonly folder: string,
		readonly account: Account,
		certificate: Certificate,
		private env: NodeJS.ProcessEnv,
	) {
		this.http = new HttpClient(certificate.cert);
		this.api = new N8nApi(this.http, url, account);
		this.logFile = join(scratch('logs'), `${basename(folder)}.log`);
		this.process = this.spawn();
	}

	/** Starts n8n and returns when it takes requests. */
	static async start(options: N8nOptions = {}): Promise<N8n> {
		const folder = options.folder ?? temporaryFolder('n8n');
		const account = await prepareFolder(folder);
		if (options.packageTarball) await installPackage(folder, options.packageTarball);
		const certificate = await loopbackCertificate();
		const [port, brokerPort] = await freePorts(2);
		const scheme = options.https === false ? 'http' : 'https';
		const url = `${scheme}://127.0.0.1:${options.port ?? port}`;
		const env = settings(options, url, folder, brokerPort!, certificate);
		const n8n = new N8n(url, folder, account, certificate, env);
		await n8n.ready();
		return n8n;
	}

	get pid(): number {
		return this.process.pid;
	}

	get running(): boolean {
		return this.process.running;
	}

	/** Ends n8n and what it started without a warning. */
	async kill(): Promise<Exit> {
		return await this.process.kill();
	}

	/** Ends n8n as an operator does, and checks that it ends well. */
	async stop(): Promise<void> {
		this.http.close();
		if (!this.running) return;
		const { code, signal } = await this.process.stop();
		if (code !== 0) {
			throw new Error(
				`n8n ended with ${signal ?? `exit code ${code}`} when stopped.\n${this.process.logTail()}`,
			);
		}
	}

	/** Starts it again over the same data, under the same address; stops it first if it runs. */
	async restart(env: NodeJS.ProcessEnv = {}): Promise<void> {
		await this.stop();
		this.env = withoutUndefined({ ...this.env, ...env });
		this.process = this.spawn();
		await this.ready();
	}

	/** The lines logged since the last start, those that match or all. */
	log(pattern: RegExp | string = ''): string[] {
		const lines = this.process.log().split('\n');
		return lines.filter((line) =>
			typeof pattern === 'string' ? line.includes(pattern) : pattern.test(line),
		);
	}

	/** The address of a webhook that is active, by its node's path. */
	webhookUrl(path: string): string {
		return `${this.url}/webhook/${path}`;
	}

	private spawn(): BackgroundProcess {
		const { env, folder, logFile } = this;
		return spawnN8n('start', { env, folder, logFile });
	}

	private async ready(): Promise<void> {
		await untilReady(this.process, this.http, this.url, 'Editor is now accessible via');
	}
}

export async function startN8n(options: N8nOptions = {}): Promise<N8n> {
	return await N8n.start(options);
}

function settings(
	{ https = true, editor = false, codeNodes = false, env }: N8nOptions,
	url: string,
	folder: string,
	brokerPort: number,
	{ keyFile, certFile }: Certificate,
): NodeJS.ProcessEnv {
	return withoutUndefined({
		...baseEnvironment(),
		N8N_USER_FOLDER: folder,
		N8N_PORT: new URL(url).port,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		...(https
			? { N8N_PROTOCOL: 'https', N8N_SSL_KEY: keyFile, N8N_SSL_CERT: certFile }
			: { N8N_PROTOCOL: 'http', N8N_SECURE_COOKIE: 'false' }),
		N8N_WEBHOOK_URL: `${url}/`,
		WEBHOOK_URL: `${url}/`,
		N8N_EDITOR_BASE_URL: url,
		N8N_DISABLE_UI: String(!editor),
		NODE_EXTRA_CA_CERTS: certFile,
		...(codeNodes
			? {}
			: {
					N8N_RUNNERS_MODE: 'external',
					N8N_RUNNERS_AUTH_TOKEN: randomBytes(16).toString('hex'),
				}),
		...env,
	});
}

function withoutUndefined(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
