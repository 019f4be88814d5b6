import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { outputOf, type Execution, type N8nApi } from '../../test/n8n/harness';
import type { Delivery, Service } from '../../test/stand-in';
import { say, show } from './console';

const triggerNode = 'Appointment events';
const lastNode = 'In one sentence';

/** Shows every delivery with its run, and counts both. */
export class Runs {
	/** What was unexpected, in sentences. */
	readonly differences: string[] = [];
	private shown = 0;

	constructor(
		private readonly service: Service,
		private readonly api: N8nApi,
		private readonly workflowId: string,
	) {}

	/** Waits until all deliveries have ended, then shows the new ones. */
	async showNew(): Promise<void> {
		await this.service.deliveries.settled();
		const deliveries = this.service.deliveries.entries.slice(this.shown);
		this.shown += deliveries.length;
		for (const delivery of deliveries) await this.showOne(delivery);
	}

	/** Sends the last delivery again and again, which must start nothing. */
	async showRedelivery(times: number): Promise<void> {
		const last = this.service.deliveries.entries.at(-1);
		if (!last) return;
		const before = (await this.ofDelivery(last)).length;
		const attempts = await this.service.deliveries.redeliver(last, { times });
		const statuses = [...new Set(attempts.map(({ status, error }) => status ?? error))].join(', ');
		// A run that one of them started needs a moment to end, and is listed only then.
		await delay(1_000);
		const more = (await this.ofDelivery(last)).length - before;
		say(`The service delivered the last one ${times} times more, all at once`);
		show(`answered ${statuses}; ${more} more runs`);
		if (more !== 0) this.differ(`${times} redeliveries started ${more} runs more`);
	}

	/** There must be one run for each delivery and no other. */
	async total(): Promise<{ deliveries: number; runs: number }> {
		const executions = await this.api.executions(this.workflowId);
		const runs = executions.filter(({ mode }) => mode === 'webhook').length;
		const deliveries = this.service.deliveries.entries.length;
		if (runs !== deliveries) this.differ(`${deliveries} events were delivered, and ${runs} ran`);
		return { deliveries, runs };
	}

	differ(sentence: string): void {
		this.differences.push(sentence);
	}

	private async showOne(delivery: Delivery): Promise<void> {
		const { event, timestamp } = delivery.notification;
		const tries = delivery.attempts.map(
			({ status, error, startedAt, endedAt }) => `${status ?? error} in ${endedAt - startedAt} ms`,
		);
		show(`delivery  ${event} of ${timestamp}: ${tries.join(', then ')}`);
		if (delivery.state !== 'delivered') this.differ(`${event} of ${timestamp} did not arrive`);
		const runs = await this.ofDelivery(delivery);
		if (runs.length !== 1) {
			this.differ(`${event} of ${timestamp} started ${runs.length} runs instead of one`);
		}
		for (const run of runs) {
			if (run.status !== 'success') this.differ(`run ${run.id} ended with ${run.status}`);
			show(`run ${run.id.padEnd(5)} ${run.status}: ${outputOf(run, lastNode)[0]?.sentence}`);
			show(JSON.stringify(outputOf(run, triggerNode)[0], null, 2));
		}
	}

	/** The runs of one delivery, once n8n has stored their end. */
	private async ofDelivery({ notification }: Delivery): Promise<Execution[]> {
		await this.api.waitForExecutions(this.workflowId, this.shown).catch(() => undefined);
		const executions = await this.api.executions(this.workflowId, { includeData: true });
		return executions.filter((execution) => {
			const [item] = outputOf(execution, triggerNode);
			return (
				item?.event === notification.event &&
				item.timestamp === notification.timestamp &&
				(item.data as IDataObject).appointment_key === notification.data?.appointment_key
			);
		});
	}
}
