import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { warnWith, type Warn } from '../../n8n/errors';
import { zoneOf } from '../../n8n/zone';
import type { ServiceClient } from '../../service/http/client';
import { MINUTE_MS } from '../../service/values/dates';
import type { Handover } from '../runs/handover';
import type { DeliveredEvent } from '../runs/identity';
import { stateOf, type TriggerState } from '../runs/state';
import { triggerSettings, type TriggerSettings } from '../settings';
import { Reply, type Verdict } from './reply';

export { acknowledge, type Verdict } from './reply';

/** The sender gets a response within this time, so that it does not time out. */
const LONGEST_MS = 10_000;

/** What a run gets of a delivery. */
export interface Notification extends DeliveredEvent {
	/** The last known state. */
	previous?: IDataObject;
}

/** A delivery, read from n8n's context as far as the checks have come. */
export interface Delivery {
	context: IWebhookFunctions;
	settings: TriggerSettings;
	/** A test event in the editor. */
	isTest: boolean;
	state: TriggerState;
	reply: Reply;
	/** What the workflow gets. Empty until the body is read. */
	notification: Notification;
	/** Identifies the event. Set once a check has found that it has not run yet. */
	identity?: string;
	/** The run about the appointment's state, if it is watched. */
	appointment?: Handover['appointment'];
	/** The API does not show yet what the delivery says, so the known state may not be newer. */
	isContradicted?: boolean;
	/** Reports whether the run was started. */
	settle?: (isStarted: boolean) => void;
	/** ms left for a response. */
	timeLeft(): number;
	/** A client that stops when no time is left. n8n takes long to read the credential. @throws InputError */
	connect(): Promise<ServiceClient>;
	/** The account's. n8n takes long to read the credential. @throws InputError if it is not set */
	zone(): Promise<string>;
	warn: Warn;
}

/** Answers one question about a delivery: a verdict, or the delivery for the next check. */
export type Check = (delivery: Delivery) => Verdict | Delivery | Promise<Verdict | Delivery>;

export function onceAMinute(): () => boolean {
	let last = -Infinity;
	return () => {
		const isDue = performance.now() - last >= MINUTE_MS;
		if (isDue) last = performance.now();
		return isDue;
	};
}

/** @throws InputError if an option is not valid */
export function deliveryIn(context: IWebhookFunctions): Delivery {
	const end = performance.now() + LONGEST_MS;
	const timeLeft = () => Math.max(0, end - performance.now());
	let client: Promise<ServiceClient> | undefined;
	const open = async () =>
		await (client ??= connect(context, { maxRetries: 0, budgetMs: timeLeft() }));
	const settings = triggerSettings(context);
	const isTest = context.getMode() === 'manual';
	const state = stateOf(context);
	state.load(context);
	return {
		context,
		settings,
		isTest,
		state,
		reply: new Reply(context, settings.verify && !settings.whenFinished && !isTest),
		notification: { event: '', data: null },
		timeLeft,
		connect: open,
		zone: async () => zoneOf(await open()),
		warn: warnWith(context),
	};
}
