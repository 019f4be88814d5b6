import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { toNodeError } from '../n8n/errors';
import { ENDED } from '../service/changes/change';
import { ItemParameters } from './itemParameters';
import type { Operations } from './operation';
import { failedItem, withAdvice, withCounts, type Failure } from './failures';
import { requestSettings } from './options';
import { Run } from './run';
import { adviseModel } from './toolAdvice';
import { answerForModel } from './toolAnswer';

/** Runs several items at a time. Results are in the order of the items. */
export async function router(
	this: IExecuteFunctions,
	operations: Operations,
): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const { length } = this.getInputData();
	const first = new ItemParameters(this, 0);
	const resource = String(first.get('resource'));
	const operation = operations[resource]?.[String(first.get('operation'))];
	// An expression may name what every object has, such as `constructor`.
	if (operation?.execute === undefined) {
		throw new NodeOperationError(node, 'This operation does not exist', {
			description: 'Choose a resource and an operation from the lists',
		});
	}
	const run = new Run();
	const { isChange } = operation;
	const signal = this.getExecutionCancelSignal();
	const goesOn = () => this.continueOnFail() && !signal?.aborted;
	const connecting = (async () => {
		const { aside } = run.pool;
		const settings = { ...requestSettings(first), signal, isChange, aside };
		return await connect(this, { ...settings, endsAtFailure: !goesOn() });
	})();
	// Each item reports if there is no connection.
	const client = await connecting.catch(() => undefined);
	let ending: Failure | undefined;
	const executeItem = async (index: number): Promise<INodeExecutionData[]> => {
		const pairedItem = { item: index };
		const asItem = (json: IDataObject): INodeExecutionData => ({ json, pairedItem });
		try {
			await run.begin(index);
			const parameters = index === 0 ? first : new ItemParameters(this, index);
			const notes = new Set<string>();
			const call = run.callFor(await connecting, parameters, notes);
			const results = await operation.execute(call);
			return (parameters.isTool ? answerForModel(results, notes) : results).map(asItem);
		} catch (error) {
			const advised = first.isTool ? adviseModel(error, isChange) : withAdvice(error);
			const failure = toNodeError(node, advised, index);
			if (goesOn()) return [asItem(failedItem(failure))];
			ending ??= failure;
			client?.end(...ENDED);
			throw ending;
		}
	};
	const running = run.pool.inOrder(length, client?.width ?? 1, executeItem);
	const results = await running.catch(() => {
		throw isChange && client ? withCounts(ending!, length, client.run.changes.counts) : ending!;
	});
	for (const message of run.hints) this.addExecutionHints({ message, location: 'outputPane' });
	return [results.flat()];
}
