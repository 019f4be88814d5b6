import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { asLocator } from '../parameters/locator';
import { connect } from '../n8n/connect';
import { toNodeError } from '../n8n/errors';
import { zoneIfSet, zoneOf } from '../n8n/zone';
import { Turn } from '../service/core/turn';
import { ENDED } from '../service/http/change';
import { inOrder } from '../service/http/pool';
import { comparableKey } from '../service/values/keys';
import { shownText, withoutEnd } from '../service/values/text';
import { ItemParameters } from './itemParameters';
import type { Call, Operations } from './operation';
import { failedItem, withAdvice, withCounts, type Failure } from './failures';
import { requestSettings } from './options';
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
	const signal = this.getExecutionCancelSignal();
	const goesOn = () => this.continueOnFail() && !signal?.aborted;
	const once = memo();
	const connecting = once('client', async () => {
		const endsAtFailure = !goesOn();
		const { isChange } = operation;
		return await connect(this, { ...requestSettings(first), signal, endsAtFailure, isChange });
	});
	// Each item reports if there is no connection.
	const client = await connecting.catch(() => undefined);
	const inTurn: Call['inTurn'] = async (name, task) => {
		const turn = await once(`turn:${name}`, () => new Turn());
		return await turn.take(task);
	};
	const hints = new Set<string>();
	const errors: unknown[] = [];
	let changed = 0;
	let ending: Failure | undefined;
	const perform = async (parameters: ItemParameters, notes: Set<string>) => {
		const connected = await connecting;
		const note = (text: string) => void notes.add(`${withoutEnd(shownText(text), '.')}.`);
		const hint = (text: string) => void hints.add(shownText(text));
		return await operation.execute({
			parameters,
			client: connected,
			zone: () => zoneOf(connected, parameters.option('timezone')),
			zoneIfSet: () => zoneIfSet(connected, parameters.option('timezone')),
			inTurn,
			once,
			hint: parameters.isTool ? note : hint,
			note,
		});
	};
	const executeItem = async (index: number): Promise<INodeExecutionData[]> => {
		const pairedItem = { item: index };
		const asItem = (json: IDataObject): INodeExecutionData => ({ json, pairedItem });
		try {
			const parameters = new ItemParameters(this, index);
			const notes = new Set<string>();
			const turn = operation.isChange ? turnOf(parameters.get(resource)) : undefined;
			const results = await inTurn(
				turn ?? `item:${index}`,
				async () => await perform(parameters, notes),
			);
			changed += 1;
			return (parameters.isTool ? answerForModel(results, notes) : results).map(asItem);
		} catch (error) {
			errors.push(error);
			const failure = toNodeError(node, withAdvice(error), index);
			if (goesOn()) return [asItem(failedItem(failure))];
			ending ??= failure;
			client?.end(...ENDED);
			throw ending;
		}
	};
	const results = await inOrder(length, client?.width ?? 1, executeItem).catch(() => {
		throw operation.isChange ? withCounts(ending!, length, changed, errors) : ending!;
	});
	for (const message of hints) this.addExecutionHints({ message, location: 'outputPane' });
	return [results.flat()];
}

/** Changes of the same appointment or webhook wait for each other. What has no key yet waits for none. */
function turnOf(chosen: unknown): string | undefined {
	const { mode, value } = asLocator(chosen);
	const key = String(value ?? '').trim();
	if (key === '') return undefined;
	return `${mode}:${mode === 'code' ? key.toLowerCase() : (comparableKey(key) ?? key)}`;
}

function memo(): Call['once'] {
	const outcomes = new Map<string, unknown>();
	return async <T>(name: string, task: () => T | Promise<T>) => {
		if (!outcomes.has(name)) outcomes.set(name, task());
		return (await outcomes.get(name)) as T;
	};
}
