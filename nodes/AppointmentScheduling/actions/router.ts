import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { toNodeError } from '../n8n/errors';
import { setZone, zoneOfService } from '../n8n/zone';
import { ServiceError } from '../service/errors';
import { isTimeout } from '../service/http/network';
import { inOrder } from '../service/http/pool';
import { shownText } from '../service/values/text';
import type { Call, Operation } from './operation';
import { operations } from './operations';
import { requestSettings } from './options';
import { parametersOf, type ItemParameters } from './parameters';

/**
 * Runs the chosen operation for every item, several at a time. Results are in the order of the
 * items and paired with them. A failure ends the run or becomes an item, as set in the node.
 */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const items = this.getInputData();
	if (items.length === 0) return [[]];
	const parameters = parametersOf(this);
	const first = parameters(0);
	const resource = String(first.get('resource'));
	const operation = chosenOperation(resource, String(first.get('operation')));
	if (!operation) {
		throw new NodeOperationError(node, 'This operation does not exist', {
			description: 'Choose a resource and an operation from the lists',
		});
	}
	const signal = this.getExecutionCancelSignal();
	const notices = new Set<string>();
	const notify = (message: string) => {
		if (notices.has(message)) return;
		notices.add(message);
		this.addExecutionHints({ message: shownText(message), location: 'outputPane' });
	};
	const turns = new Turns();
	const connecting = (async () => await connect(this, { ...requestSettings(first), signal }))();

	const goesOn = () => this.continueOnFail() && !signal?.aborted;
	let isHalted = false;
	const halt = (error: unknown) => {
		isHalted = !goesOn();
		throw error;
	};
	const executeItem = async (index: number): Promise<INodeExecutionData[]> => {
		const own = parameters(index);
		try {
			const turn = operation.isChange && turnOf(own, resource);
			const results = await turns.take(turn, async () => {
				if (isHalted) return [];
				const client = await connecting;
				const option = own.option('timezone');
				const call: Call = {
					parameters: own,
					client,
					setZone: () => setZone(client, option),
					workflowZone: this.getTimezone(),
					serviceZone: async (needed) => await zoneOfService(this, client, option, notify, needed),
					inTurn: async (name, task) =>
						await turns.take(name, async () => (isHalted ? [] : await task().catch(halt))),
					notify,
				};
				return await operation.execute(call).catch(halt);
			});
			return results.map((json) => ({ json, pairedItem: { item: index } }));
		} catch (error) {
			const failure = toNodeError(node, withAdvice(error), index);
			if (!goesOn()) throw failure;
			return [{ json: failedItem(failure), pairedItem: { item: index } }];
		}
	};

	// Each item reports if there is no connection.
	const client = await connecting.catch(() => undefined);
	const results = await inOrder(items.length, () => client?.width ?? 1, executeItem);
	return [results.flat()];
}

function chosenOperation(resource: string, name: string): Operation | undefined {
	const ofResource = Object.hasOwn(operations, resource) ? operations[resource] : undefined;
	return ofResource && Object.hasOwn(ofResource, name) ? ofResource[name] : undefined;
}

/** The appointment or webhook that an item changes: by its key, or by the code of the appointment. */
function turnOf(parameters: ItemParameters, resource: string): string {
	const { mode, value } = parameters.locator(resource);
	return `${mode === 'code' ? 'code' : 'key'}:${String(value).trim().toLowerCase()}`;
}

/** Runs tasks with the same turn one after another, in the order of the calls. Others run at the same time. */
class Turns {
	private readonly last = new Map<string, Promise<unknown>>();

	async take<T>(turn: string | undefined, task: () => Promise<T>): Promise<T> {
		if (turn === undefined) return await task();
		const before = this.last.get(turn) ?? Promise.resolve();
		const mine = before.then(task, task);
		this.last.set(turn, mine);
		return await mine.finally(() => {
			if (this.last.get(turn) === mine) this.last.delete(turn);
		});
	}
}

/** Adds advice about the options of this node, which other nodes do not have. */
function withAdvice(error: unknown): unknown {
	if (!(error instanceof ServiceError)) return error;
	const advice = adviceFor(error);
	if (advice === undefined) return error;
	return new ServiceError(error.message, `${error.remedy.replace(/\.$/, '')}. ${advice}`, error);
}

function adviceFor(error: ServiceError): string | undefined {
	if (error.uncertain) {
		return "If 'Retry On Fail' is on in the settings of this node, n8n makes the change again without this check.";
	}
	if (error.status === 429) {
		return "If it happens again, lower 'Concurrency' or raise 'Request Interval' under 'Options'.";
	}
	return isTimeout(error) ? "If the service is slow, raise 'Timeout' under 'Options'." : undefined;
}

/** With only these keys, n8n sends the item to the error output (n8n-core, workflow-execute.js). */
function failedItem(failure: NodeApiError | NodeOperationError): IDataObject {
	const { message, description } = failure;
	const httpCode = failure instanceof NodeApiError ? failure.httpCode : undefined;
	return {
		error: message,
		details: { description: description ?? '', ...(httpCode ? { httpCode } : {}) },
	};
}
