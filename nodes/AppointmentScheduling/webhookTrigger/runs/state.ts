import type {
	IExecuteFunctions,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { registry } from '../../watching/keepLatest';
import { KnownAppointments } from '../../watching/known';
import { share, storedPart } from '../../watching/shared';
import { Claims } from './claims';
import { ClaimStore } from './claimStore';
import { DeliveryMemory } from './memory';
import { Reports } from './reports';

type Context = IExecuteFunctions | IHookFunctions | ITriggerFunctions | IWebhookFunctions;

/** What this process knows about one trigger. */
export class TriggerState {
	readonly memory = new DeliveryMemory();
	readonly known = new KnownAppointments();
	readonly reports = new Reports();
	/**
	 * Whether n8n has started the trigger in this process. Only then it writes static data: in queue
	 * mode, workers and webhook processors would overwrite what the main process knows.
	 */
	isOwner = false;
	/** The URL of the webhook as n8n has registered it in this process, without the secret. */
	address: string | undefined;
	/** The secret that the trigger has for this URL, whether or not it has one. */
	secret: string | undefined;
	private claims: Claims | undefined;

	/** n8n starts or publishes the trigger in this process. */
	own(context: Context): void {
		this.load(context);
		this.isOwner = true;
	}

	/** Takes over what n8n has saved. The owner knows more, so it does this once. */
	load(context: Context): void {
		if (this.isOwner) return;
		const { deliveries, reports, known } = storedPart(context);
		this.memory.load(deliveries);
		this.reports.load(reports);
		this.known.load(known);
	}

	save(context: Context, onSave?: () => void): void {
		const toStored = () => ({
			deliveries: this.memory.toStored(),
			reports: this.reports.toStored(),
			known: this.known.toStored(),
		});
		share(context, toStored, onSave);
	}

	claimsWith(helpers: IExecuteFunctions['helpers']): Claims {
		this.claims ??= new Claims(new ClaimStore(helpers));
		// The helpers of an earlier execution would keep all its data in memory.
		this.claims.store.helpers = helpers;
		return this.claims;
	}
}

const states = registry(() => new TriggerState());

export const stateOf = (context: Pick<Context, 'getWorkflow' | 'getNode'>): TriggerState =>
	states(context.getWorkflow().id, context.getNode().id);
