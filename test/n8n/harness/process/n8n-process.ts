import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { request, type HttpResponse } from '../../../support/request';
import { BackgroundProcess } from './background-process';
import { n8nFolder, root, scratch } from '../paths';

export interface N8nProcessOptions {
	/** `start`, `webhook` or `worker`. */
	command: string;
	url: string;
	folder: string;
	env: NodeJS.ProcessEnv;
	/** Another n8n than the one that all tests run. */
	n8nFolder?: string;
	/** What it says in its log once it is up, beside answering. */
	readyLine?: string;
}

/** One process of n8n, which can be ended and started again at the same address. */
export class N8nProcess {
	readonly url: string;
	readonly folder: string;
	readonly logFile: string;
	private process: BackgroundProcess | undefined;

	constructor(private readonly options: N8nProcessOptions) {
		this.url = options.url;
		this.folder = options.folder;
		this.logFile = join(scratch('logs'), `${basename(this.folder)}.log`);
	}

	get running(): boolean {
		return this.process?.running ?? false;
	}

	/**
	 * Starts it and returns when it takes requests. One that runs and is never ready, as seen rarely
	 * on a busy machine, is started once more; its log is shown.
	 */
	async start(): Promise<void> {
		await this.startOnce().catch(async (error: unknown) => {
			if (!this.running) throw error;
			console.warn(String(error));
			await this.kill();
			await this.startOnce();
		});
	}

	private async startOnce(): Promise<void> {
		const { command, env, readyLine = '', n8nFolder: program = n8nFolder } = this.options;
		// What a kill leaves behind, for which n8n would wait ten seconds before it starts.
		await rm(join(this.folder, '.n8n', 'crash.journal'), { force: true });
		const started = new BackgroundProcess({
			name: `n8n ${command}`,
			command: join(root, 'node_modules/.bin/node'),
			args: [join(program, 'bin/n8n'), command],
			env,
			cwd: this.folder,
			logFile: this.logFile,
		});
		this.process = started;
		const ready = async () =>
			(await this.answerOf('/healthz/readiness'))?.status === 200 &&
			started.log().includes(readyLine) &&
			// n8n 1 says that it is ready before its routes exist.
			(command !== 'start' || (await this.answerOf('/rest/login'))?.json !== undefined);
		await started.waitUntil('ready', ready);
	}

	/** Ends it, and what it started, without a warning. */
	async kill(): Promise<void> {
		await this.current.kill();
	}

	/** Ends it as an operator does, and checks that it ends well. */
	async stop(): Promise<void> {
		// Seen of n8n 2.40.7 now and then, once it has stopped everything: its isolates fall apart.
		if (this.running) await this.current.stop(['SIGSEGV']);
	}

	/** The lines logged since the last start that match. */
	log(pattern: RegExp): string[] {
		const lines = this.current.log().split('\n');
		return lines.filter((line) => pattern.test(line));
	}

	/** The answer; undefined while nothing answers. */
	private async answerOf(path: string): Promise<HttpResponse | undefined> {
		const signal = AbortSignal.timeout(20_000);
		return await request(`${this.url}${path}`, { signal }).catch(() => undefined);
	}

	private get current(): BackgroundProcess {
		if (!this.process) throw new Error(`n8n ${this.options.command} was not started`);
		return this.process;
	}
}
