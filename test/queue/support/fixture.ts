import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { startService, type Attempt, type Service } from '../../stand-in';
import { chain, eventually, triggerNodeType } from '../../n8n/harness';
import { credentialOf, isUnseen } from '../../n8n/support/fixture';
import { ALL, notificationOf, recorded } from '../../n8n/support/events';
import { startSink, tellSink, type Sink } from '../../n8n/support/sink';
import { startCluster, type Cluster } from '../harness/cluster';

/** The webhook processors, by their index. */
export const PROCESSORS = [0, 1];

/** An active workflow that tells the sink about each run. */
export interface Subscribed {
	workflowId: string;
	/** The callback URL as the service knows it. */
	url: string;
	webhookKey: string;
}

/** What the tests share: n8n in queue mode with the packed package, a service, and a sink. */
export class QueueFixture {
	cluster!: Cluster;
	service!: Service;
	runs!: Sink;
	private credentialId = '';
	private readonly published: string[] = [];

	async start(): Promise<void> {
		// Nothing but the sender's patience: a busy machine takes long to answer.
		this.service = await startService({
			deliveries: { timeout: 300_000, schedule: [], isUnseen },
		});
		this.runs = await startSink();
		// How soon n8n notices that a worker is gone: by default one to two minutes.
		this.cluster = await startCluster({
			QUEUE_WORKER_LOCK_DURATION: '20000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
			QUEUE_WORKER_STALLED_INTERVAL: '4000',
		});
		this.service.deliveries.options.target = this.cluster.target;
		this.credentialId = await this.cluster.api.createCredential(credentialOf(this.service));
	}

	async stop(): Promise<void> {
		await this.cluster?.stop();
		await this.service?.stop();
		await this.runs?.stop();
	}

	async subscribe(more: INodeParameters = {}): Promise<Subscribed> {
		const { cluster, service, runs, credentialId } = this;
		const before = new Set(service.webhooks.list().map(({ key }) => key));
		const parameters = { events: ['appointment.created'], options: {}, ...more };
		const { id } = await cluster.api.createWorkflow(
			chain('Events to the sink', [
				{ name: 'Trigger', type: triggerNodeType, credentialId, parameters },
				tellSink(runs),
			]),
		);
		await cluster.api.activate(id);
		this.published.push(id);
		const [webhook] = service.webhooks.list().filter(({ key }) => !before.has(key));
		if (!webhook) throw new Error('Activation registered no webhook');
		return { workflowId: id, url: webhook.url, webhookKey: webhook.key };
	}

	/** What the tests before have published also runs for what is booked at the service. */
	async unpublishAll(): Promise<void> {
		for (const id of this.published.splice(0)) await this.cluster.api.deactivate(id);
	}

	/** With Each Change, once the first check has recorded what there is. */
	async watch(more: INodeParameters = {}): Promise<Subscribed> {
		const subscribed = await this.subscribe({ runFor: 'changes', events: ALL, ...more });
		await recorded({ n8n: this.cluster }, { id: subscribed.workflowId });
		return subscribed;
	}

	/** One delivery to one of the webhook processors. */
	async deliver(url: string, key: string, processor: number): Promise<Attempt> {
		const at = this.cluster.atProcessor(processor, url);
		return await this.service.deliveries.send(at, notificationOf(key));
	}

	/** Sends it to the processors in turns, and again until it is received or the service's schedule ends. */
	deliverUntilReceived({ url, webhookKey }: Subscribed, key: string): void {
		const notification = notificationOf(key);
		this.service.deliveries.deliver(
			{ event: notification.event, about: key, notification },
			{ url, key: webhookKey, headers: {} },
		);
	}

	/** Waits until no execution of the workflow runs or waits in the queue. */
	async quiet(workflowId: string): Promise<void> {
		let calm = 0;
		await eventually(async () => {
			calm = (await this.underWay(workflowId)).length === 0 ? calm + 1 : 0;
			expect(calm).toBeGreaterThan(2);
		});
	}

	/** The executions that run or wait in the queue. */
	async underWay(workflowId: string): Promise<string[]> {
		const filter = JSON.stringify({ workflowId, status: ['new', 'running'] });
		const { results } = await this.cluster.api.rest<{ results: Array<{ id: string }> }>(
			'GET',
			`/executions?${new URLSearchParams({ filter, limit: '100' })}`,
		);
		return results.map(({ id }) => id);
	}
}

/** New appointments' keys. */
export const newKeys = (count: number) => Array.from({ length: count }, () => randomUUID());
