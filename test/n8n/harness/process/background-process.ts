import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { forgetGroup, reapGroup } from './reaper';

export interface Command {
	name: string;
	command: string;
	args: string[];
	env: NodeJS.ProcessEnv;
	cwd?: string;
	logFile: string;
	/** Runs it as another user, as PostgreSQL demands of root. */
	uid?: number;
	gid?: number;
}

export interface Exit {
	code: number | null;
	signal: NodeJS.Signals | null;
}

/** Ceilings for a busy machine. n8n itself gives up after two minutes when it stops. */
const START_MS = 240_000;
const STOP_MS = 150_000;

/** A program in a process group of its own, whose output goes to a file. */
export class BackgroundProcess {
	readonly exited: Promise<Exit>;
	private readonly child: ChildProcess;
	private readonly logStart: number;
	private exit: Exit | undefined;

	constructor(private readonly spec: Command) {
		const output = openSync(spec.logFile, 'a');
		this.logStart = statSync(spec.logFile).size;
		this.child = spawn(spec.command, spec.args, {
			env: spec.env,
			cwd: spec.cwd,
			uid: spec.uid,
			gid: spec.gid,
			detached: true,
			stdio: ['ignore', output, output],
		});
		closeSync(output);
		this.exited = new Promise((resolve) => {
			const end = (exit: Exit) => {
				this.exit = exit;
				this.signalGroup('SIGKILL');
				if (this.child.pid) forgetGroup(this.child.pid);
				resolve(exit);
			};
			this.child.once('exit', (code, signal) => end({ code, signal }));
			this.child.once('error', () => end({ code: 127, signal: null }));
		});
		if (this.child.pid) reapGroup(this.child.pid);
	}

	get pid(): number {
		if (!this.child.pid) throw new Error(`${this.spec.name} could not be started`);
		return this.child.pid;
	}

	get running(): boolean {
		return this.exit === undefined;
	}

	/** What it has printed since it was started. */
	log(): string {
		return readFileSync(this.spec.logFile).subarray(this.logStart).toString('utf8');
	}

	/** Ends it and everything it started at once, as a crash of the machine would. */
	async kill(): Promise<Exit> {
		this.signalGroup('SIGKILL');
		return await this.exited;
	}

	/** Asks it to end, and waits; one that does not is killed, and that is an error. */
	async stop(): Promise<Exit> {
		if (this.running) this.child.kill('SIGTERM');
		const late = delay(STOP_MS, 'late' as const, { ref: false });
		const exit = await Promise.race([this.exited, late]);
		if (exit !== 'late') return exit;
		await this.kill();
		throw new Error(
			`${this.spec.name} did not stop within ${STOP_MS} ms of SIGTERM.\n${this.logTail()}`,
		);
	}

	/** Waits until `ready` answers true; ends with the log's last lines if the process ends first. */
	async waitUntil(what: string, ready: () => Promise<boolean>): Promise<void> {
		const deadline = Date.now() + START_MS;
		while (!(await ready())) {
			if (this.exit) {
				const { code, signal } = this.exit;
				throw new Error(
					`${this.spec.name} ended with ${signal ?? `exit code ${code}`} before it was ${what}.\n${this.logTail()}`,
				);
			}
			if (Date.now() > deadline) {
				throw new Error(
					`${this.spec.name} was not ${what} after ${START_MS} ms.\n${this.logTail()}`,
				);
			}
			await delay(50);
		}
	}

	logTail(lines = 40): string {
		const tail = this.log().trimEnd().split('\n').slice(-lines).join('\n');
		return `The end of ${this.spec.logFile}:\n${tail}`;
	}

	private signalGroup(signal: NodeJS.Signals): void {
		if (!this.child.pid) return;
		try {
			process.kill(-this.child.pid, signal);
		} catch {
			// nothing of the group is left
		}
	}
}
