import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { warnWith } from '../../n8n/errors';
import { zoneIfSet } from '../../n8n/zone';
import { sameSeen } from '../../watching/snapshot';
import { withStarts } from '../../watching/starts';
import type { Claims } from './claims';
import { handoverIn, type HandedOver } from './handover';
import { stateOf } from './state';
import { ask, isFirstOnWorker, reply } from './worker';

/** Runs as the first node of an execution. It drops copies of what has run already. */
export async function start(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const isRun = ['webhook', 'trigger'].includes(context.getMode());
	const started: INodeExecutionData[] = [];
	for (const [index, item] of context.getInputData().entries()) {
		const handover = isRun ? handoverIn(item) : undefined;
		const passed: INodeExecutionData = { ...item, pairedItem: { item: index } };
		delete passed.delivery;
		if (!handover || (await isFirst(context, handover))) started.push(passed);
	}
	if (started.length === 0) return [[]];
	const events = withStarts(
		context,
		started.map(({ json }) => json),
		await zoneIn(context),
	);
	return [started.map((item, index) => ({ ...item, json: events[index] ?? item.json }))];
}

/** Undefined if it is unknown: the event runs all the same. */
async function zoneIn(context: IExecuteFunctions): Promise<string | undefined> {
	try {
		return zoneIfSet(await connect(context));
	} catch (error) {
		warnWith(context)('The time zone could not be read, so there is no readable start', error);
		return undefined;
	}
}

async function isFirst(context: IExecuteFunctions, handover: HandedOver): Promise<boolean> {
	// A check only saves what is known.
	if (handover.caughtUp && !handover.appointment) return false;
	return handover.isElsewhere
		? await isFirstOnWorker(context, handover)
		: await isFirstHere(context, handover);
}

/** In the process that has received the delivery, or has found the difference. */
async function isFirstHere(
	context: IExecuteFunctions,
	{ identity, whenFinished, caughtUp, appointment, token }: HandedOver,
): Promise<boolean> {
	const state = stateOf(context);
	const { known, memory } = state;
	state.load(context);
	if (caughtUp && appointment) {
		const { key, seen } = appointment;
		if (caughtUp.isOverdue) {
			// After a start of n8n, what it has saved may be older than what has run.
			const hasEnded = async (claims: Claims) => await claims.progressOf(appointment, token);
			if ((await ask(context, hasEnded)) === 'ended') known.note(key, seen);
		}
		const hasRun = sameSeen(known.get(key), seen);
		if (!hasRun) known.begin(key, seen);
		await reply(context, { progress: hasRun ? 'ended' : 'none', isElsewhere: false });
		if (hasRun) return false;
	}
	if (identity !== undefined && !whenFinished) memory.remember(identity);
	let isEnded = false;
	const end = () => {
		if (appointment && !isEnded) known.end(appointment);
		isEnded = true;
	};
	state.save(context, end);
	// Older versions of n8n only show the end of an execution by saving static data.
	if (typeof context.onExecutionFinish !== 'function') return true;
	context.onExecutionFinish(async () => {
		const isSaved = isEnded;
		end();
		if (isSaved || !appointment) return;
		// It was canceled, or a Code node has written static data.
		await ask(context, async (claims) => {
			await claims.leave(appointment);
			await claims.end(appointment);
		});
	});
	return true;
}
