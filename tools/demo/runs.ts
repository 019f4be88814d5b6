import {
	eventually,
	hasEnded,
	outputOf,
	type Execution,
	type N8nApi,
} from '../../test/n8n/harness';
import type { Delivery, Service } from '../../test/stand-in';
import { show } from '../say.cjs';

const PATIENCE_MS = 60_000;

/** Shows every delivery to one workflow with its execution. */
export class Runs {
	/** What was unexpected, in sentences. */
	readonly differences: string[] = [];
	private shown = 0;

	constructor(
		private readonly service: Service,
		private readonly api: N8nApi,
		private readonly workflow: { id: string; url: string },
	) {}

	/** Waits until all deliveries have run, then shows the new ones. Each has to run once. */
	async showNew(): Promise<void> {
		await this.service.deliveries.settled();
		const { deliveries } = this;
		for (const { event, attempts, state } of deliveries.slice(this.shown)) {
			const tries = attempts.map(({ status, error }) => status ?? error).join(', then ');
			show(`notification  ${event}: ${tries || state}`);
		}
		await eventually(async () => {
			if ((await this.executions()).length < deliveries.length) throw new Error('some are missing');
		}, PATIENCE_MS).catch(() => undefined);
		const runs = await this.executions();
		for (const run of runs.slice(this.shown)) {
			if (run.status !== 'success')
				this.differences.push(`execution ${run.id} ended ${run.status}`);
			show(`execution ${run.id}: ${outputOf(run, 'In one sentence')[0]?.sentence}`);
		}
		if (runs.length !== deliveries.length)
			this.differences.push(`${deliveries.length} notifications arrived, and ${runs.length} ran`);
		this.shown = deliveries.length;
	}

	/** Other workflows have webhooks of their own. */
	private get deliveries(): Delivery[] {
		return this.service.deliveries.entries.filter(({ url }) => url === this.workflow.url);
	}

	/** Those that have ended, oldest first. */
	private async executions(): Promise<Execution[]> {
		const all = await this.api.executions(this.workflow.id, { includeData: true });
		return all.filter(hasEnded).reverse();
	}
}
