import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { reapGroup } from './reaper';

interface Command {
	name: string;
	command: string;
	args: string[];
	env: NodeJS.ProcessEnv;
	cwd: string;
	logFile: string;
	/** Runs it as another user, as PostgreSQL demands of root. */
	uid?: number;
	gid?: number;
}

/** Ceilings for a busy machine. n8n itself gives up after two minutes when it stops. */
const START_MS = 240_000;
const STOP_MS = 150_000;

/** A program in a process group of its own, whose output goes to a file. */
export class BackgroundProcess {
	private readonly exited: Promise<string>;
	private readonly child: ChildProcess;
	private readonly logStart: number;
	/** How it ended: a signal or an exit code. */
	private end: string | undefined;

	constructor(private readonly spec: Command) {
		const { command, args, name: _, logFile, ...options } = spec;
		const output = openSync(logFile, 'a');
		this.logStart = statSync(logFile).size;
		const stdio = ['ignore' as const, output, output];
		this.child = spawn(command, args, { ...options, detached: true, stdio });
		closeSync(output);
		const callOff = this.child.pid ? reapGroup(this.child.pid) : undefined;
		this.exited = new Promise((resolve) => {
			const end = (how: string) => {
				this.end = how;
				this.killGroup();
				callOff?.();
				resolve(how);
			};
			this.child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
			this.child.once('error', (error) => end(error.message));
		});
	}

	get running(): boolean {
		return this.end === undefined;
	}

	/** What it has printed since it was started. */
	log(): string {
		return readFileSync(this.spec.logFile).subarray(this.logStart).toString('utf8');
	}

	/** Ends it and everything it started at once, as a crash of the machine would. */
	async kill(): Promise<void> {
		this.killGroup();
		await this.exited;
	}

	/** Asks it to end and waits; one that ends in no other `accepted` way than well is an error. */
	async stop(accepted: string[] = []): Promise<void> {
		if (this.running) this.child.kill('SIGTERM');
		const late = delay(STOP_MS, 'no end', { ref: false });
		const how = await Promise.race([this.exited, late]);
		await this.kill();
		if (!['exit code 0', ...accepted].includes(how)) this.fail(`was stopped: ${how}`);
	}

	/** Waits until `ready` answers true. */
	async waitUntil(what: string, ready: () => Promise<boolean>): Promise<void> {
		const deadline = Date.now() + START_MS;
		while (!(await ready())) {
			if (this.end) this.fail(`ended with ${this.end} before it was ${what}`);
			if (Date.now() > deadline) this.fail(`was not ${what} after ${START_MS} ms`);
			await delay(50);
		}
	}

	private fail(how: string): never {
		const tail = this.log().trimEnd().split('\n').slice(-40).join('\n');
		throw new Error(`${this.spec.name} ${how}. The end of ${this.spec.logFile}:\n${tail}`);
	}

	private killGroup(): void {
		if (!this.child.pid) return;
		try {
			process.kill(-this.child.pid, 'SIGKILL');
		} catch {
			// nothing of the group is left
		}
	}
}
