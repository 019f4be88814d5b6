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
import { DEFAULT_SETTINGS, type ServiceClient } from '../service/http/client';
import { inOrder } from '../service/http/pool';
import { shownText } from '../service/values/text';
import { withAdvice } from './advice';
import type { Call, Operation } from './operation';
import { operations } from './operations';
import { requestSettings } from './options';
import { NodeParameters, type ItemParameters } from './parameters';
import { Turns } from './turns';

/**
 * Runs the chosen operation for every item, several at a time. Results are in the order of the
 * items and paired with them. A failure ends the run or becomes an item, as set in the node.
 */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const items = this.getInputData();
	const parameters = new NodeParameters(this);
	const operation = chosenOperation(parameters);
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
	let client: Promise<ServiceClient> | undefined;
	const firstWidth = widthOf(parameters.of(0));
	let width = () => firstWidth;
	const connected = async () => {
		client ??= connect(this, { ...requestSettings(parameters.of(0)), signal });
		const known = await client;
		width = () => known.width;
		return known;
	};

	const goesOn = () => this.continueOnFail() && !signal?.aborted;
	let isHalted = false;
	const halt = (error: unknown) => {
		isHalted = !goesOn();
		throw error;
	};
	const executeItem = async (index: number): Promise<INodeExecutionData[]> => {
		const own = parameters.of(index);
		try {
			const results = await turns.take(operation.turn?.(own), async () => {
				if (isHalted) return [];
				const client = await connected();
				const option = own.option('timezone');
				const call: Call = {
					parameters: own,
					client,
					setZone: () => setZone(client, option),
					workflowZone: this.getTimezone(),
					serviceZone: async () => await zoneOfService(this, client, option, notify),
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

	const results = await inOrder(items.length, () => width(), executeItem);
	return [results.flat()];
}

function chosenOperation(parameters: NodeParameters): Operation | undefined {
	const resource = String(parameters.get('resource', 0));
	const name = String(parameters.get('operation', 0));
	const ofResource = Object.hasOwn(operations, resource) ? operations[resource] : undefined;
	return ofResource && Object.hasOwn(ofResource, name) ? ofResource[name] : undefined;
}

/** How many items to start with. An invalid number is reported by its item. */
function widthOf(parameters: ItemParameters): number {
	const wanted = Number(parameters.option('concurrency') ?? DEFAULT_SETTINGS.concurrency);
	return Number.isInteger(wanted) && wanted > 0 ? wanted : 1;
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
