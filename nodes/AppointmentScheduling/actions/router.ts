import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { asLocator } from '../fields/locator';
import { connect } from '../n8n/connect';
import { toNodeError } from '../n8n/errors';
import { zoneIfSet, zoneOf } from '../n8n/zone';
import { ServiceError } from '../service/errors';
import { isTimeout } from '../service/http/network';
import { inOrder } from '../service/http/pool';
import { shownText, withoutEnd } from '../service/values/text';
import type { Call } from './operation';
import { operations } from './operations';
import { requestSettings } from './options';
import { parametersOf, type ItemParameters } from './parameters';

/** Runs several items at a time. Results are in the order of the items. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const items = this.getInputData();
	if (items.length === 0) return [[]];
	const parameters = parametersOf(this);
	const first = parameters(0);
	const resource = String(first.get('resource'));
	const operation = operations[resource]?.[String(first.get('operation'))];
	// An expression may name what every object has, such as `constructor`.
	if (operation?.execute === undefined) {
		throw new NodeOperationError(node, 'This operation does not exist', {
			description: 'Choose a resource and an operation from the lists',
		});
	}
	const signal = this.getExecutionCancelSignal();
	const hints = new Set<string>();
	const addHint = (message: string) => {
		if (hints.has(message)) return;
		hints.add(message);
		this.addExecutionHints({ message: shownText(message), location: 'outputPane' });
	};
	const connecting = (async () => await connect(this, { ...requestSettings(first), signal }))();

	const goesOn = () => this.continueOnFail() && !signal?.aborted;
	const inTurn = turns(goesOn);
	const executeItem = async (index: number): Promise<INodeExecutionData[]> => {
		const own = parameters(index);
		const notes = new Set<string>();
		const tell = (note: string) =>
			void (own.isTool && notes.add(`${withoutEnd(shownText(note), '.')}.`));
		const notify = own.isTool ? tell : addHint;
		try {
			const turn = operation.isChange ? changedBy(own, resource) : `item:${index}`;
			const results = await inTurn(turn, async () => {
				const client = await connecting;
				const call: Call = {
					parameters: own,
					client,
					zone: () => zoneOf(client, own.option('timezone')),
					zoneIfSet: () => zoneIfSet(client, own.option('timezone')),
					inTurn,
					notify,
					tell,
				};
				return await operation.execute(call);
			});
			const note = notes.size > 0 ? [{ note: [...notes].join(' ') }] : [];
			return [...results, ...note].map((json) => ({ json, pairedItem: { item: index } }));
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

function turns(goesOn: () => boolean): Call['inTurn'] {
	const last = new Map<string, Promise<unknown>>();
	let isHalted = false;
	return async (turn, task) => {
		const take = async () => {
			if (isHalted) return [];
			return await task().catch((error: unknown) => {
				isHalted = !goesOn();
				throw error;
			});
		};
		const mine = (last.get(turn) ?? Promise.resolve()).then(take, take);
		last.set(turn, mine);
		return await mine;
	};
}

function changedBy(parameters: ItemParameters, resource: string): string {
	const { mode, value } = asLocator(parameters.get(resource));
	return `${mode === 'code' ? 'code' : 'key'}:${String(value).trim().toLowerCase()}`;
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
