import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeApiError,
} from 'n8n-workflow';

import { asLocator } from '../fields/locator';
import { connect } from '../n8n/connect';
import { toNodeError } from '../n8n/errors';
import { zoneIfSet, zoneOf } from '../n8n/zone';
import { ENDED } from '../service/http/change';
import { inOrder } from '../service/http/pool';
import { isBlank } from '../service/values/bodies';
import { shownText, withoutEnd } from '../service/values/text';
import { failedItem, withAdvice } from './failures';
import type { Call } from './operation';
import { operations } from './operations';
import { requestSettings } from './options';
import { parametersOf, type ItemParameters } from './parameters';
import { Tally } from './tally';

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
	const goesOn = () => this.continueOnFail() && !signal?.aborted;
	const connecting = (async () => {
		const endsAtFailure = !goesOn();
		return await connect(this, { ...requestSettings(first), signal, endsAtFailure });
	})();
	// Each item reports if there is no connection.
	const client = await connecting.catch(() => undefined);
	const inTurn = turns();
	const once = memo();
	const tally = new Tally(items.length);
	let ending: NodeApiError | NodeOperationError | undefined;
	const executeItem = async (index: number): Promise<INodeExecutionData[]> => {
		const own = parameters(index);
		const notes = new Set<string>();
		const tell = (note: string) =>
			void (own.isTool && notes.add(`${withoutEnd(shownText(note), '.')}.`));
		const notify = own.isTool ? tell : addHint;
		try {
			const turn = (operation.isChange && changedBy(own, resource)) || `item:${index}`;
			const results = await inTurn(turn, async () => {
				const connected = await connecting;
				const call: Call = {
					parameters: own,
					client: connected,
					zone: () => zoneOf(connected, own.option('timezone')),
					zoneIfSet: () => zoneIfSet(connected, own.option('timezone')),
					inTurn,
					once,
					notify,
					tell,
				};
				return await operation.execute(call);
			});
			tally.changed += 1;
			const note = notes.size > 0 ? [{ note: [...notes].join(' ') }] : [];
			return [...results, ...note].map((json) => ({ json, pairedItem: { item: index } }));
		} catch (error) {
			tally.add(error);
			const failure = toNodeError(node, withAdvice(error), index);
			if (goesOn()) return [{ json: failedItem(failure), pairedItem: { item: index } }];
			ending ??= failure;
			client?.end(...ENDED);
			throw ending;
		}
	};

	const running = inOrder(items.length, () => client?.width ?? 1, executeItem);
	const results = await running.catch(() => {
		throw operation.isChange ? tally.addedTo(ending!) : ending!;
	});
	return [results.flat()];
}

function turns(): Call['inTurn'] {
	const last = new Map<string, Promise<unknown>>();
	return async (turn, task) => {
		const mine = (last.get(turn) ?? Promise.resolve()).then(task, task);
		last.set(turn, mine);
		return await mine;
	};
}

function memo(): Call['once'] {
	const outcomes = new Map<string, Promise<IDataObject[]>>();
	return async (name, task) => {
		const outcome = outcomes.get(name) ?? task();
		outcomes.set(name, outcome);
		return await outcome;
	};
}

/** Undefined for what has no key yet. */
function changedBy(parameters: ItemParameters, resource: string): string | undefined {
	const { mode, value } = asLocator(parameters.get(resource));
	if (isBlank(value)) return undefined;
	return `${mode === 'code' ? 'code' : 'key'}:${String(value).trim().toLowerCase()}`;
}
