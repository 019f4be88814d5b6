import {
	eventually,
	hasEnded,
	outputOf,
	type Execution,
	type N8nApi,
} from '../../test/n8n/harness';
import type { Delivery, Service } from '../../test/stand-in';
import { say, show } from './console';

const PATIENCE_MS = 60_000;

/** Shows every delivery to one workflow with its execution, and counts both. */
export class Runs {
	/** What was unexpected, in sentences. */
	readonly differences: string[] = [];
	private shown = 0;

	constructor(
		private readonly service: Service,
		private readonly api: N8nApi,
		private readonly workflow: { id: string; url: string },
	) {}

	/** Waits until all deliveries have run, then shows the new ones. */
	async showNew(): Promise<void> {
		await this.service.deliveries.settled();
		const { deliveries } = this;
		for (const { event, attempts, state } of deliveries.slice(this.shown)) {
			const tries = attempts.map(({ status, error }) => status ?? error).join(', then ');
			show(`notification  ${event}: ${tries || state}`);
		}
		const isThere = async () => {
			const runs = await this.executions();
			if (runs.length < deliveries.length) throw new Error('executions are missing');
			return runs;
		};
		const runs = await eventually(isThere, PATIENCE_MS).catch(async () => await this.executions());
		for (const run of runs.slice(this.shown)) {
			if (run.status !== 'success')
				this.differences.push(`execution ${run.id} ended ${run.status}`);
			show(`execution ${run.id}: ${outputOf(run, 'In one sentence')[0]?.sentence}`);
		}
		this.shown = deliveries.length;
	}

	/** There must be one execution for each delivery and no other. */
	async compare(): Promise<void> {
		const [runs, deliveries] = [(await this.executions()).length, this.deliveries.length];
		say(`${deliveries} notifications arrived, and ${runs} executions ran`);
		if (runs !== deliveries) this.differences.push(`${deliveries} arrived, and ${runs} ran`);
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
