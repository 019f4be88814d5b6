import type { Webhook } from './account';
import { currentTime, DAY, HOUR, MINUTE, pass } from './clock';
import type { Change, Step, Via } from './steps';
import type { World } from './world';

/** Not a divisor of what triggers wait, so that nothing happens in the same moment by chance. */
const STEP_MS = 1_013;
/** A run that a worker has begun counts as gone after this. */
const WORKER_MS = 15 * MINUTE;

/** Plays the steps of a history in a world. */
export class Player {
	constructor(private readonly world: World) {}

	async play(steps: Step[]): Promise<void> {
		for (const account of this.world.accounts) {
			for (const hours of this.world.around.isEmpty ? [] : [-49, -30, 2, 50]) {
				account.book(currentTime() + hours * HOUR + 7_000, 'c1', 'CONFIRMED');
			}
		}
		// A list may lag.
		await pass(2 * MINUTE);
		await this.world.start();
		await this.world.publish();
		for (const step of steps) {
			await pass(STEP_MS);
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
				account.change(step.which, () => ({ start: inSeconds(now + step.ahead) }));
				return notify(step.via);
			case 'shift':
				account.change(step.which, ({ start }) => ({ start: start + step.hours * HOUR }));
				return notify(step.via);
			case 'mark':
				account.change(step.which, () => ({ status: step.status }));
				return notify(step.via);
			case 'edit':
				account.change(step.which, ({ note }) => ({ note: note + 1 }));
				return notify(step.via);
			case 'delete':
				return account.delete(step.which);
			case 'deliver': {
				const open = this.world.deliveries.filter(({ isLost }) => !isLost);
				return this.world.send(open[step.which % Math.max(1, open.length)]);
			}
			case 'lose': {
				const open = this.world.deliveries.filter(({ isAcknowledged }) => !isAcknowledged);
				const lost = open[step.which % Math.max(1, open.length)];
				if (lost) lost.isLost = true;
				return;
			}
			case 'burst':
				for (let count = 0; count < step.count; count += 1) {
					account.book(inSeconds(now + DAY), 'c1', 'CONFIRMED');
				}
				return notify('now');
			case 'fault':
				this.world.service.fault = { ...step, until: now + step.ms };
				this.world.facts.faults.push({ from: now, until: now + step.ms });
				return this.world.facts.disturb(now + step.ms);
			case 'forge':
				return await this.world.forge(step.count);
			case 'pass':
			case 'leap':
				return await this.world.pass(step.ms);
			case 'slow':
				this.world.workflow.weather.workMs = step.ms;
				return;
			case 'refuse':
				this.world.workflow.weather.refusesUntil = now + step.ms;
				return this.world.facts.disturb(now + step.ms);
			case 'fail':
				this.world.workflow.weather.failsUntil = now + step.ms;
				return this.world.facts.disturb(now + step.ms);
			case 'loseWebhooks':
				account.webhooks = account.webhooks.flatMap((webhook) => copies(webhook, step.copies));
				return this.world.facts.disturb();
			case 'clock':
				return this.world.setClock(step.ms);
			case 'cancel':
				return this.world.workflow.cancel();
			case 'retry':
				return this.world.n8n.retry();
			case 'kill':
				this.world.kill();
				await this.meanwhile(step);
				return await this.world.start();
			case 'stop':
				await this.world.stop();
				await this.meanwhile(step);
				return await this.world.start();
			case 'leader':
				return await this.world.changeLeader();
			case 'killWorker':
				this.world.facts.disturb();
				return this.world.n8n.killWorker();
			case 'publish':
				return await this.world.publish();
			case 'unpublish':
				await this.world.unpublish();
				await this.meanwhile(step);
				return await this.world.publish();
			case 'moveN8n':
				this.world.oracle.observe();
				this.world.facts.disturb();
				if (step.loses) account.webhooks = [];
				this.world.workflow.publicUrl = 'https://moved.n8n.example/';
				await this.world.stop();
				return await this.world.start();
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
			await pass(STEP_MS);
		}
		await pass(ms);
	}

	/** What people edit. */
	private async edit(step: Step): Promise<void> {
		if (step.do === 'zone') {
			this.world.setZone(step.zone);
		} else if (step.do === 'credential') {
			this.world.choose(step.account, step.isOther);
			if (step.isOther && this.world.n8n.isPublished) await this.world.publish();
		} else if (step.do === 'options') {
			this.world.edit(step.options);
			if (this.world.n8n.isPublished) await this.world.publish();
		}
	}

	/** Faults stop. What is open has to end well. */
	private async end(): Promise<void> {
		const { world } = this;
		const { weather } = world.workflow;
		world.service.fault = undefined;
		Object.assign(weather, { workMs: 0, hasCodeNode: false, refusesUntil: 0, failsUntil: 0 });
		if (!world.isTokenValid) world.choose('A', false);
		world.facts.disturb();
		await world.start();
		if (world.n8n.isPublished) {
			await pass(MINUTE);
			if (world.n8n.failures.length > 0) await world.publish();
			if (world.optionsNow.catchUp === 'atStart') await world.stop().then(() => world.start());
			const { listed } = world.service;
			const [before, start] = [listed.length, currentTime()];
			for (let round = 0; round < 2; round += 1) {
				world.redeliver();
				const gone = world.around.hasWorkers ? WORKER_MS : 0;
				await pass(3 * Math.max(world.interval ?? 0, world.around.pollMs) + 11 * MINUTE + gone);
				world.oracle.observe();
			}
			world.oracle.bounds.checkedOn(currentTime() - start, listed.slice(before));
			world.oracle.conclude();
			world.oracle.bounds.concluded();
		}
		await world.unpublish();
	}
}

/** Somebody has registered it more than once. */
const copies = (webhook: Webhook, count: number): Webhook[] =>
	Array.from({ length: count }, (_, nth) => ({
		...webhook,
		webhook_key: `${webhook.webhook_key}-${nth}`,
	}));

const inSeconds = (ms: number): number => Math.floor(ms / 1_000) * 1_000;
