import type { IWebhookFunctions } from 'n8n-workflow';

import { connect } from '../../../n8n/connect';
import { warnWith, type Warn } from '../../../n8n/errors';
import type { ServiceClient } from '../../../service/http/client';
import { MINUTE_MS, NEVER } from '../../../service/values/dates';
import { registry } from '../../../watching/keepLatest';
import type { Handover } from '../../once/handover';
import type { Notification } from '../../once/identity';
import { triggerStateOf, type TriggerState } from '../../once/state';
import { triggerSettings, type TriggerSettings } from '../../core/settings';
import { Reply, type Verdict } from './reply';

export { acknowledge, type Verdict } from './reply';

const LONGEST_REQUEST_MS = 10_000;

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
	/** With Verify: whether the API shows the state that was delivered, or another one. */
	refetched?: 'alike' | 'other';
	/** Other copies of the event are acknowledged as well, whether or not it runs. */
	acknowledgeCopies?: () => void;
	/** Reports whether the run was started. */
	settle?: (isStarted: boolean) => void;
	/** ms left for a response. */
	timeLeft(): number;
	/** A client that stops when no time is left. n8n takes long to read the credential. @throws InputError */
	connect(): Promise<ServiceClient>;
	/** Anyone can send deliveries, so each problem is logged once a minute. */
	warn: Warn;
}

/** Answers one question about a delivery: a verdict, or the delivery for the next check. */
export type Check = (delivery: Delivery) => Verdict | Delivery | Promise<Verdict | Delivery>;

const warnings = registry(() => ({ lastAt: NEVER }));

/** @throws InputError if an option is not valid */
export function deliveryIn(context: IWebhookFunctions): Delivery {
	const settings = triggerSettings(context);
	const isTest = context.getMode() === 'manual';
	const reply = new Reply(context, settings.verify && !settings.whenFinished && !isTest);
	const state = triggerStateOf(context);
	state.load(context);
	return {
		context,
		settings,
		isTest,
		state,
		reply,
		notification: { event: '', data: null },
		timeLeft: () => reply.timeLeft,
		connect: async () =>
			await connect(context, {
				maxRetries: 0,
				timeout: LONGEST_REQUEST_MS,
				budgetMs: reply.timeLeft,
			}),
		warn: (message, error) => {
			const warning = warnings(context.getWorkflow().id, context.getNode().id, message);
			if (performance.now() - warning.lastAt < MINUTE_MS) return;
			warning.lastAt = performance.now();
			warnWith(context)(message, error);
		},
	};
}
