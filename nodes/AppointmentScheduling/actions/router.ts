import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { inOrder } from '../concurrency/order';
import { connect } from '../n8n/connect';
import { toNodeError, toThrownError, type NodeError } from '../n8n/errors';
import { failedItem, withAdvice } from './failures';
import { ItemParameters } from './itemParameters';
import { RESOURCES, type Operation, type Operations, type Resource } from './operation';
import { Run } from './run';
import { failureForModel } from './toolAdvice';
import { answerForModel } from './toolAnswer';

/** The limiter of the account decides how many requests are sent at a time. */
const READS_AT_ONCE = 64;

/** Runs several items at a time, unless they change something. Results are in the order of the items. */
export async function router(
	this: IExecuteFunctions,
	operations: Operations,
): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const first = new ItemParameters(this, 0);
	const { execute, isChange } = chosenOperation(this, first, operations);
	const { isTool } = first;
	const run = new Run();
	/** Aborted with the first failure, which ends the items that are under way. */
	const failed = new AbortController();
	const canceled = this.getExecutionCancelSignal();
	const signal = canceled ? AbortSignal.any([canceled, failed.signal]) : failed.signal;
	const executeItem = async (_item: unknown, index: number): Promise<INodeExecutionData[]> => {
		const pairedItem = { item: index };
		const asItem = (json: IDataObject): INodeExecutionData => ({ json, pairedItem });
		try {
			await run.begin(index);
			const client = await connect(this, { isUrgent: true, signal }, index);
			const parameters = new ItemParameters(this, index);
			const notes = new Set<string>();
			const call = run.callFor(client, parameters, notes);
			const results = await run.accountOf(client).attempt(async () => await execute(call));
			return (isTool ? answerForModel(results, notes) : results).map(asItem);
		} catch (error) {
			const goesOn = this.continueOnFail() && !signal.aborted;
			const toFailure = goesOn ? toNodeError : toThrownError;
			const failure = isTool
				? failureForModel(node, error, index, isChange === true)
				: toFailure(node, withAdvice(error), index);
			if (goesOn) return [asItem(failedItem(failure, error))];
			failed.abort(failure);
			throw failed.signal.reason as NodeError;
		}
	};
	const width = isChange ? 1 : READS_AT_ONCE;
	const results = await inOrder(this.getInputData(), width, executeItem);
	for (const message of run.hints) this.addExecutionHints({ message, location: 'outputPane' });
	return [results.flat()];
}

/** @throws NodeOperationError */
function chosenOperation(
	context: IExecuteFunctions,
	parameters: ItemParameters,
	operations: Operations,
): Operation {
	const resource = String(parameters.get('resource')) as Resource;
	const operation = operations[resource]?.[String(parameters.get('operation'))];
	// An expression may name what every object has, such as `constructor`.
	const exists = operation?.execute !== undefined;
	if (exists && (RESOURCES[resource].isInTools || !parameters.isTool)) return operation;
	throw new NodeOperationError(context.getNode(), 'This operation does not exist', {
		description: 'Choose a resource and an operation from the lists',
	});
}
