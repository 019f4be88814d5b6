import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../stand-in';
import { eventually, type Execution } from '../harness';
import { example } from './examples';
import { useSharedN8n } from './fixture';
import { startGateway, viaGateway, type Gateway } from './gateway';
import { credentialOfMailbox, startMailbox, type Mailbox } from './mailbox';

/** n8n's default, which must not decide any hour that people read. */
const workflowZone = 'America/New_York';
const HOUR = 3_600_000;

export const HOSTILE =
	'=HYPERLINK("//evil.example") Ana <!channel>\r\nBcc: <b>all</b> https://evil.example/x *[here](//evil.example)*';

/** How the service shows an appointment. */
export const SHAPES = ['samples', 'document'] as const;

/** A schedule that comes once within the hour. */
function onceAt(moment: Date): INodeParameters {
	const expression = `${moment.getSeconds()} ${moment.getMinutes()} * * * *`;
	return { rule: { interval: [{ field: 'cronExpression', expression }] } };
}

/** What a user enters in the node Settings. */
export function settings(entered: Record<string, string>): INodeParameters {
	const assignments = Object.entries(entered).map(([name, value]) => ({
		id: name,
		name,
		type: 'string',
		value,
	}));
	return { assignments: { assignments } };
}

interface PublishOptions {
	parameters?: Record<string, INodeParameters>;
	/** The node with a schedule, which comes once, soon. */
	schedule?: string;
	/** Returns when its trigger has recorded the appointments that exist. */
	watches?: boolean;
}

/** An example as its user publishes it, in a workflow whose zone is not that of the service. */
export class Published {
	mailbox!: Mailbox;
	gateway!: Gateway;
	id = '';
	readonly credentials: Record<string, string> = {};
	private readonly fixture = useSharedN8n({ zone: 'America/Sao_Paulo' });

	get service(): Service {
		return this.fixture.service;
	}

	get n8n() {
		return this.fixture.n8n;
	}

	get api() {
		return this.n8n.api;
	}

	async prepare(): Promise<void> {
		[this.mailbox, this.gateway] = await Promise.all([startMailbox(), startGateway()]);
		this.credentials.appointmentSchedulingApi = this.fixture.credentialId;
		this.credentials.smtp = await this.api.createCredential(credentialOfMailbox(this.mailbox), {
			type: 'smtp',
		});
	}

	/** What sends by WhatsApp goes to the gateway. */
	workflow(file: string, parameters: Record<string, INodeParameters> = {}, activated?: string[]) {
		const { credentials, gateway } = this;
		const changes = { credentials, parameters, activated, timezone: workflowZone };
		return viaGateway(example(file, changes), gateway.url, ['n8n-nodes-base.whatsApp']);
	}

	async import(file: string, parameters?: Record<string, INodeParameters>): Promise<void> {
		({ id: this.id } = await this.api.createWorkflow(this.workflow(file, parameters)));
	}

	/** Imports and publishes it. */
	async publish(
		file: string,
		{ parameters, watches, schedule }: PublishOptions = {},
	): Promise<void> {
		for (let aheadMs = 6_000; ; aheadMs *= 2) {
			const moment = new Date(Date.now() + aheadMs);
			const scheduled = schedule ? { [schedule]: onceAt(moment) } : {};
			await this.import(file, { ...parameters, ...scheduled });
			this.service.requests.clear();
			await this.api.activate(this.id);
			const isLate = schedule !== undefined && Date.now() > moment.getTime() - 1_000;
			if (!isLate || (await this.hasRun())) break;
			// A busy n8n has missed it.
			await this.api.deleteWorkflow(this.id);
		}
		if (watches) await this.listed(1);
	}

	private async hasRun(): Promise<boolean> {
		// What would run within the second has begun.
		await sleep(1_000);
		const running = await this.api.executions(this.id, { status: 'running' });
		return [...running, ...(await this.api.executions(this.id))].length > 0;
	}

	/** Waits until the appointments have been listed so many times. */
	async listed(times: number): Promise<void> {
		await eventually(() => {
			const lists = this.service.requests.of('GET', /appointments\/$/);
			const ended = lists.filter(({ endedAt }) => endedAt !== undefined).length;
			expect(ended).toBeGreaterThanOrEqual(times);
		});
	}

	/** The first runs to end, oldest first; none of them failed. */
	async runs(count: number): Promise<Execution[]> {
		const ended = await this.api.waitForExecutions(this.id, count);
		expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'success'));
		return ended.reverse();
	}

	/** Waits for one execution to end, and returns why it failed. */
	async failure(): Promise<string | undefined> {
		const [run] = await this.api.waitForExecutions(this.id, 1);
		return run?.data?.resultData.error?.message;
	}

	/** What was asked of the service besides reading. */
	changes(): string[] {
		return this.service.requests.entries
			.filter(({ method, path }) => method !== 'GET' && !path.includes('/webhooks/'))
			.map(({ method, path }) => `${method} ${path}`);
	}

	inHours(hours: number): string {
		return this.service.zone.iso(Date.now() + hours * HOUR);
	}

	/** A time of another day of the service, `YYYY-MM-DDTHH:MM:SS`. */
	wall(days: number, time: string): string {
		const day = this.service.zone.wall(Date.now() + days * 24 * HOUR).slice(0, 10);
		return `${day}T${time}:00`;
	}

	stored(key: string) {
		return this.service.appointments.get(key)!;
	}

	/** The workflow is gone, and so are the appointments. */
	async clear(): Promise<void> {
		if (this.id) await this.api.deleteWorkflow(this.id);
		this.id = '';
		const { appointments } = this.service;
		for (const { appointment_key: key } of [...appointments.list()]) appointments.remove(key);
		this.service.set({ shape: 'samples' });
		this.service.faults.clear();
		this.service.requests.clear();
		this.gateway.received.length = 0;
		this.gateway.refused.clear();
	}
}

export function useExamples(): Published {
	const published = new Published();
	beforeAll(async () => await published.prepare());
	afterEach(async () => await published.clear());
	afterAll(async () => {
		await Promise.all([published.mailbox?.stop(), published.gateway?.stop()]);
	});
	return published;
}
