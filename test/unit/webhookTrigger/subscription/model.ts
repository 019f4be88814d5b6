import type { ScriptedFault, Service, Webhook } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { CREATED, moveTo, triggerFor } from '../deliveries/support';
import { HOSTS, type Step } from './steps';

/** A workflow at a service, and what must hold of them. */
export class Life {
	private readonly trigger: TriggerWorkflow;
	private foreign: Webhook[] = [];
	private readonly lost = new Map<string, ScriptedFault>();
	private active = false;
	/** Whether n8n's last try to register, or to delete, went through. */
	private settled = true;
	private down = false;
	private wanted = { events: [CREATED], urlSecret: false };

	constructor(private readonly service: Service) {
		service.webhooks.clear();
		service.faults.clear();
		this.trigger = triggerFor(service);
		moveTo(this.trigger, HOSTS[0] ?? '');
		this.setParameters();
	}

	async take(step: Step): Promise<void> {
		switch (step.do) {
			case 'activate':
				if (this.active) return;
				this.active = true;
				return await this.register(false);
			case 'deactivate':
				return await this.deactivate();
			case 'restart':
				return this.active ? await this.register(true) : undefined;
			case 'serviceBack':
				this.service.faults.clear();
				this.lost.clear();
				this.down = false;
				// n8n tries again by itself what failed when it started.
				return this.active && !this.settled ? await this.register(true) : undefined;
			case 'staticDataLost':
				if (!this.calm) return;
				this.trigger.staticData = {};
				return this.active ? await this.register(true) : undefined;
			case 'events':
				return await this.change({ events: step.events }, step.inPlace);
			case 'secret':
				return await this.change({ urlSecret: step.on }, true);
			case 'publicUrl':
				return await this.move(step.host);
			case 'loseAnswer':
				return this.loseAnswer(step.method);
			case 'serviceDown': {
				this.down = true;
				const action = { kind: 'respond', status: step.status, body: { detail: 'Down' } } as const;
				return void this.service.faults.add({ after: step.after, action });
			}
			case 'foreign':
				return this.addForeign(step.where);
			default:
				return await this.meddle(step.do, step.which);
		}
	}

	/** What must hold once the service is back and n8n has done what it does by itself. */
	async end(): Promise<void> {
		await this.take({ do: 'serviceBack' });
		// What a deactivation could not reach is found when the workflow is activated again.
		if (this.active) await this.register(true);
		else if (!this.settled) await this.take({ do: 'activate' });
		await this.deactivate();
		expect(this.settled).toBe(true);
	}

	private get calm(): boolean {
		return this.settled && !this.down;
	}

	/** One at a time: of more in a row n8n gives up. */
	private loseAnswer(method: string): void {
		if (this.lost.get(method)?.hits === 0) return;
		const action = { kind: 'answerLost' } as const;
		this.lost.set(method, this.service.faults.add({ method, times: 1, action }));
	}

	private setParameters(): void {
		const { events: chosen, urlSecret } = this.wanted;
		this.trigger.installed.node.parameters = { events: chosen, options: { urlSecret } };
	}

	private async change(changes: Partial<Life['wanted']>, inPlace: boolean): Promise<void> {
		Object.assign(this.wanted, changes);
		this.setParameters();
		if (!this.active) return;
		if (!inPlace) await this.trigger.deactivate().catch(() => undefined);
		await this.register(false);
	}

	private async register(isStart: boolean): Promise<void> {
		await this.settle(isStart ? this.trigger.restart() : this.trigger.activate());
		if (!this.settled && !isStart) this.active = false;
		this.check();
	}

	private async deactivate(): Promise<void> {
		this.active = false;
		await this.settle(this.trigger.deactivate());
		this.check();
	}

	/** It may fail only while the service is down. */
	private async settle(done: Promise<void>): Promise<void> {
		this.settled = await done.then(
			() => true,
			(error: Error) => {
				if (!this.down) throw error;
				expect(error.name).toMatch(/^Node(Api|Operation)Error$/);
				return false;
			},
		);
	}

	/** What was registered under the former address may be another n8n's from now on. */
	private async move(host: string): Promise<void> {
		const before = this.trigger.webhookUrl;
		moveTo(this.trigger, host);
		if (this.trigger.webhookUrl === before) return;
		const left = this.own().map((webhook) => ({ ...webhook }));
		const isOwnAgain = ({ url }: Webhook) => url.split('?')[0] === this.trigger.webhookUrl;
		this.foreign = [...this.foreign.filter((other) => !isOwnAgain(other)), ...left];
		if (this.active) await this.register(true);
	}

	private own(): Webhook[] {
		const foreign = new Set(this.foreign.map(({ key }) => key));
		return this.service.webhooks.list().filter(({ key }) => !foreign.has(key));
	}

	private check(): void {
		const { webhooks } = this.service;
		expect(this.foreign.map(({ key }) => webhooks.get(key))).toEqual(this.foreign);
		if (!this.settled) return;
		if (!this.active) return expect(this.own()).toEqual([]);
		const [webhook, ...duplicates] = this.own();
		expect(duplicates).toEqual([]);
		const [address, secret] = webhook?.url.split('?secret=') ?? [];
		expect(address).toBe(this.trigger.webhookUrl);
		expect(secret !== undefined).toBe(this.wanted.urlSecret);
		expect(this.trigger.nodeStaticData.webhookUrl).toBe(address);
		expect(webhook?.events.toSorted()).toEqual(this.wanted.events.toSorted());
	}

	private addForeign(where: (Step & { do: 'foreign' })['where']): void {
		const { webhookUrl, testWebhookUrl } = this.trigger;
		const url = {
			elsewhere: 'https://elsewhere.example/hook',
			test: testWebhookUrl,
			otherHost: `https://staging.example${new URL(webhookUrl).pathname}`,
			longer: `${webhookUrl}/more`,
		}[where];
		if (this.foreign.some((other) => other.url === url)) return;
		this.foreign.push({ ...this.service.webhooks.add({ url, events: [CREATED] }) });
	}

	private async meddle(how: (Step & { which: number })['do'], which: number): Promise<void> {
		const own = this.own();
		const { key, events: present } = own[which % Math.max(1, own.length)] ?? {};
		if (key === undefined || !present) return;
		const { webhooks } = this.service;
		if (how === 'deleted') webhooks.remove(key);
		if (how === 'duplicated') webhooks.duplicate(key);
		if (how === 'edited') webhooks.update(key, { events: [...present, 'appointment.attended'] });
		// Without a list, the trigger cannot know that its key is somebody else's now.
		if (how !== 'takenOver' || !this.calm) return;
		const url = `https://elsewhere.example/${key}`;
		this.foreign.push({ ...webhooks.update(key, { url }) });
		if (this.active) await this.register(true);
	}
}
