import {
	type IExecuteFunctions,
	type INodeType,
	type IWebhookFunctions,
	UnexpectedError,
} from 'n8n-workflow';

import { AppointmentSchedulingTrigger } from '../../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import type { NodeClass } from '../../support/engine/nodeTypes';
import { freshNode } from './support';

/**
 * The node as two webhook processors and two workers run it: processes that share nothing but
 * n8n's database. A delivery says in its header `x-processor` which one takes it in; the workers
 * take turns, unless `worker` says which one is next.
 */
export async function queueMode(): Promise<NodeClass & { worker?: 0 | 1 }> {
	const load = async () => new (await freshNode())();
	const processors: INodeType[] = [await load(), await load()];
	const workers: INodeType[] = [await load(), await load()];
	let turn = 0;
	return class QueueMode extends AppointmentSchedulingTrigger {
		static worker?: 0 | 1;

		override async webhook(this: IWebhookFunctions) {
			const processor = processors[Number(this.getHeaderData()['x-processor'] ?? 0)];
			if (!processor?.webhook) throw new UnexpectedError('There is no such webhook processor');
			return await processor.webhook.call(this);
		}

		override async execute(this: IExecuteFunctions) {
			turn += 1;
			const worker = workers[
				QueueMode.worker ?? turn % workers.length
			] as AppointmentSchedulingTrigger;
			return await worker.execute.call(this);
		}
	};
}
