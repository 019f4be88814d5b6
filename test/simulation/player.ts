import { currentTime, HOUR, MINUTE, pass } from './clock';
import type { Change, Step, Via } from './steps';
import { INTERVALS, type World } from './world';

/** A run that a worker has begun counts as gone after this. */
const WORKER_MS = 15 * MINUTE;

/** Plays the steps of a history in a world. */
export class Player {
	constructor(private readonly world: World) {}

	async play(steps: Step[]): Promise<void> {
		for (const account of this.world.accounts) {
			for (const hours of [-49, -30, 2, 50]) {
				account.book(currentTime() + hours * HOUR + 7_000, 'c1', 'CONFIRMED');
			}
		}
		await this.world.needs(this.world.n8n.start());
		await this.world.publish();
		for (const step of steps) {
			await pass(1_000);
			await this.take(step);
			this.world.oracle.observe();
		}
		await this.end();
	}

	private async take(step: Step): Promise<void> {
		const account = this.world.accountNow;
		const now = currentTime();
		const notified = account.events.length;
		const notify = (via: Via) => this.world.notify(account, account.events.slice(notified), via);
		switch (step.do) {
			case 'book':
				account.book(inSeconds(now + step.ahead), step.calendar, step.status);
				return notify(step.via);
			case 'move':
				account.change(step.which, { start: inSeconds(now + step.ahead) });
				return notify(step.via);
			case 'mark':
				account.change(step.which, { status: step.status });
				return notify(step.via);
			case 'edit':
				account.change(step.which, { note: true });
				return notify(step.via);
			case 'delete':
				return account.delete(step.which);
			case 'deliver': {
				const open = this.world.deliveries.filter(({ isLost }) => !isLost);
				return this.world.send(open[step.which % Math.max(1, open.length)]);
			}
			case 'lose': {
				const open = this.world.deliveries.filter(({ acknowledged }) => acknowledged.length === 0);
				const lost = open[step.which % Math.max(1, open.length)];
				if (lost) lost.isLost = true;
				return;
			}
			case 'fault':
				this.world.service.fault = { ...step, until: now + step.ms };
				return;
			case 'forge':
				return await this.world.forge(step.count);
			case 'pass':
				return await this.world.pass(step.ms);
			case 'slow':
				this.world.workflow.weather.workMs = step.ms;
				return;
			case 'refuse':
				this.world.workflow.weather.refusesUntil = now + step.ms;
				return;
			case 'fail':
				this.world.workflow.weather.failsUntil = now + step.ms;
				return;
			case 'loseWebhooks':
				account.webhooks = [];
				return;
			case 'kill':
				this.world.oracle.kills.push(now);
				this.world.n8n.kill();
				await this.meanwhile(step);
				await this.world.needs(this.world.n8n.start());
				this.world.oracle.kills.push(currentTime());
				return;
			case 'killWorker':
				this.world.oracle.kills.push(now);
				return this.world.n8n.killWorker();
			case 'restart':
				return await this.world.restart();
			case 'publish':
				return await this.world.publish();
			case 'unpublish':
				await this.world.unpublish();
				await this.meanwhile(step);
				return await this.world.publish();
			case 'moveN8n':
				this.world.oracle.observe();
				if (step.loses) account.webhooks = [];
				this.world.workflow.publicUrl = 'https://moved.n8n.example/';
				return await this.world.restart();
			case 'codeNode':
				this.world.workflow.weather.hasCodeNode = !this.world.workflow.weather.hasCodeNode;
				return;
			default:
				return await this.edit(step);
		}
	}

	private async meanwhile({ changes, ms }: { changes: Change[]; ms: number }): Promise<void> {
		for (const change of changes) {
			await this.take(change);
			await pass(1_000);
		}
		await pass(ms);
	}

	/** What people edit. */
	private async edit(step: Step): Promise<void> {
		const { credential } = this.world.workflow;
		if (step.do === 'zone') {
			this.world.oracle.zoneEdits.push(currentTime());
			this.world.workflow.credential = { ...credential, timezone: step.zone };
		} else if (step.do === 'credential') {
			this.world.choose(step.account, step.isOther);
			if (step.isOther && this.world.n8n.isPublished) await this.world.publish();
		} else if (step.do === 'options') {
			this.world.optionsNow = { ...this.world.optionsNow, ...step.options };
			this.world.oracle.edited();
			if (this.world.n8n.isPublished) await this.world.publish();
		}
	}

	/** Faults stop. What is open has to end well. */
	private async end(): Promise<void> {
		const { weather } = this.world.workflow;
		this.world.service.fault = undefined;
		Object.assign(weather, { workMs: 0, hasCodeNode: false, refusesUntil: 0, failsUntil: 0 });
		await this.world.needs(this.world.n8n.start());
		if (this.world.n8n.isPublished) {
			await pass(MINUTE);
			if (this.world.n8n.failures.length > 0) await this.world.publish();
			if (this.world.optionsNow.catchUp === 'atStart') await this.world.restart();
			const interval = INTERVALS[this.world.optionsNow.catchUp] ?? 0;
			const { listed } = this.world.service;
			const [before, start] = [listed.length, currentTime()];
			for (let round = 0; round < 2; round += 1) {
				this.world.redeliver();
				const gone = this.world.around.hasWorkers ? WORKER_MS : 0;
				await pass(Math.max(interval, this.world.around.pollMs) + 6 * MINUTE + gone);
				this.world.oracle.observe();
			}
			this.world.oracle.checkedOn(currentTime() - start, listed.slice(before));
			this.world.oracle.conclude();
		}
		await this.world.unpublish();
	}
}

const inSeconds = (ms: number): number => Math.floor(ms / 1_000) * 1_000;
