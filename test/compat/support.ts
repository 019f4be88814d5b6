import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { chain, outputOf, pollingTriggerNodeType, type N8n } from '../n8n/harness';

/** n8n takes no interval below a minute, but as many poll times as wanted. */
const everyTwoSeconds = {
	item: Array.from({ length: 30 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 2} * * * * *`,
	})),
};

/** A published workflow that polls, and what its runs began with. */
export class PolledWorkflow {
	constructor(
		private readonly n8n: N8n,
		readonly id: string,
	) {}

	static async publish(
		n8n: N8n,
		credentialId: string,
		parameters: INodeParameters,
	): Promise<PolledWorkflow> {
		const { id } = await n8n.api.createWorkflow(
			chain('Polled', [
				{
					name: 'Trigger',
					type: pollingTriggerNodeType,
					credentialId,
					parameters: { ...parameters, pollTimes: everyTwoSeconds },
				},
				{ name: 'Received', type: 'n8n-nodes-base.noOp' },
			]),
		);
		await n8n.api.activate(id);
		return new PolledWorkflow(n8n, id);
	}

	/** The items of each run, oldest run first; a failed poll, which n8n keeps too, is none. */
	async runs(): Promise<IDataObject[][]> {
		const executions = await this.n8n.api.executions(this.id, { includeData: true });
		return executions
			.reverse()
			.map((execution) => outputOf(execution, 'Received'))
			.filter((items) => items.length > 0);
	}

	/** Waits for so many runs; then their items' appointments. */
	async keys(count: number, timeoutMs = 120_000): Promise<unknown[][]> {
		const deadline = Date.now() + timeoutMs;
		while ((await this.runs()).length < count && Date.now() < deadline) await sleep(100);
		const runs = await this.runs();
		return runs.map((items) => items.map(({ data }) => (data as IDataObject).appointment_key));
	}
}
