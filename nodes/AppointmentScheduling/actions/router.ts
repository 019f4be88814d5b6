import {
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeApiError,
} from 'n8n-workflow';

import { asLocator } from '../parameters/locator';
import { connect } from '../n8n/connect';
import { toNodeError } from '../n8n/errors';
import { zoneIfSet, zoneOf } from '../n8n/zone';
import { Turn } from '../service/core/turn';
import { ENDED } from '../service/http/change';
import { inOrder } from '../service/http/pool';
import { isBlank } from '../service/values/bodies';
import { shownText, withoutEnd } from '../service/values/text';
import { parametersOf, type ItemParameters } from './core/itemParameters';
import type { Call } from './core/operation';
import { failedItem, withAdvice, withCounts } from './failures';
import { operations } from './operations';
import { requestSettings } from './options';

/** Runs several items at a time. Results are in the order of the items. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const { length } = this.getInputData();
	const parametersAt = parametersOf(this);
	const first = parametersAt(0);
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
	const connecting = (async () => {
		const endsAtFailure = !goesOn();
		return await connect(this, { ...requestSettings(first), signal, endsAtFailure });
	})();
	// Each item reports if there is no connection.
	const client = await connecting.catch(() => undefined);
	const hints = new Set<string>();
	const inTurn = turns();
	const once = memo();
	const errors: unknown[] = [];
	let changed = 0;
	let ending: NodeApiError | NodeOperationError | undefined;
	const executeItem = async (index: number): Promise<INodeExecutionData[]> => {
		const parameters = parametersAt(index);
		const notes = new Set<string>();
		const tell = (note: string) => void notes.add(`${withoutEnd(shownText(note), '.')}.`);
		const hint = (message: string) => void hints.add(shownText(message));
		try {
			const turn = (operation.isChange && changedBy(parameters, resource)) || `item:${index}`;
			const results = await inTurn(turn, async () => {
				const connected = await connecting;
				return await operation.execute({
					parameters,
					client: connected,
					zone: () => zoneOf(connected, parameters.option('timezone')),
					zoneIfSet: () => zoneIfSet(connected, parameters.option('timezone')),
					inTurn,
					once,
					notify: parameters.isTool ? tell : hint,
					tell,
				});
			});
			changed += 1;
			const isNoted = parameters.isTool && notes.size > 0;
			const note = isNoted ? [{ note: [...notes].join(' ') }] : [];
			return [...results, ...note].map((json) => ({ json, pairedItem: { item: index } }));
		} catch (error) {
			errors.push(error);
			const failure = toNodeError(node, withAdvice(error), index);
			if (goesOn()) return [{ json: failedItem(failure), pairedItem: { item: index } }];
			ending ??= failure;
			client?.end(...ENDED);
			throw ending;
		}
	};

	const running = inOrder(length, () => client?.width ?? 1, executeItem);
	const results = await running.catch(() => {
		throw operation.isChange ? withCounts(ending!, length, changed, errors) : ending!;
	});
	for (const message of hints) this.addExecutionHints({ message, location: 'outputPane' });
	return [results.flat()];
}

function turns(): Call['inTurn'] {
	const known = new Map<string, Turn>();
	return async (name, task) => {
		const turn = known.get(name) ?? new Turn();
		known.set(name, turn);
		return await turn.take(task);
	};
}

function memo(): Call['once'] {
	const outcomes = new Map<string, unknown>();
	return async <T>(name: string, task: () => T | Promise<T>) => {
		if (!outcomes.has(name)) outcomes.set(name, task());
		return (await outcomes.get(name)) as T;
	};
}

/** Undefined for what has no key yet. */
function changedBy(parameters: ItemParameters, resource: string): string | undefined {
	const { value } = asLocator(parameters.get(resource));
	return isBlank(value) ? undefined : `key:${String(value).trim().toLowerCase()}`;
}
