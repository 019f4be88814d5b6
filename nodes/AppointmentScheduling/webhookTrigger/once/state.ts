import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { isObject } from '../../service/values/bodies';
import { NEVER } from '../../service/values/dates';
import { Book } from '../../watching/former/book';
import { registry } from '../../watching/keepLatest';
import { share, storedPart } from '../../watching/shared';
import { DeliveryMemory } from './memory';
import { ProcessedKeys } from './processedKeys';

type Context = IExecuteFunctions | IHookFunctions | ITriggerFunctions | IWebhookFunctions;

const SMALL_SKEW_MS = 2_000;
const MOST_AHEAD_MS = 300_000;
/** n8n waits for runs in progress before it ends, for half a minute by default. */
const LONGEST_STOP_MS = 60_000;

/** The book of another account, to which the credential may return. */
export interface FormerBook {
	stored: IDataObject;
	account: string;
	/** ms since the epoch. */
	until: number;
}

/** What this process knows about one trigger. */
export class TriggerState {
	readonly memory = new DeliveryMemory();
	readonly book = new Book();
	former: FormerBook | undefined;
	/**
	 * Whether n8n has started the trigger in this process. Only then it writes static data: in queue
	 * mode, workers and webhook processors would overwrite what the main process knows.
	 */
	isOwner = false;
	/** The service's clock minus that of this process. Undefined until it has responded. */
	private skew: number | undefined;
	/** The same minus `performance.now()`, which goes on when the clock of this process is set back. */
	private origin = NEVER;
	/** The URL of the webhook as n8n has registered it in this process, without the secret. */
	address: string | undefined;
	/** The secret that the trigger has for this URL, whether or not it has one. */
	secret: string | undefined;
	private keys: ProcessedKeys | undefined;
	/** After n8n has stopped the trigger. */
	private late: { save: () => void; until: number } | undefined;

	get isUnsaved(): boolean {
		return this.book.isUnsaved || this.memory.isUnsaved;
	}

	get skewMs(): number {
		return this.skew ?? 0;
	}

	/** Now, in ms on the service's clock as far as it is known. */
	get now(): number {
		return Math.max(Date.now() + this.skewMs, performance.now() + this.origin);
	}

	/** When an event is received that says when it happened. Until the clocks are compared, it may be right. */
	receivedAt(at: number | undefined): number {
		const { now, skew } = this;
		const isPossible = skew === undefined && at !== undefined && at <= now + MOST_AHEAD_MS;
		return isPossible ? Math.max(now, at) : now;
	}

	/** A small difference may come from the time that a response takes. */
	setClock(skewMs: number | undefined): void {
		if (skewMs === undefined) return;
		this.skew ??= 0;
		if (Math.abs(skewMs - this.skew) > SMALL_SKEW_MS) this.skew = skewMs;
		this.origin = Date.now() + this.skew - performance.now();
	}

	/** n8n starts or publishes the trigger in this process. */
	own(context: Context): void {
		this.load(context);
		this.isOwner = true;
	}

	/**
	 * Another process may start the trigger from now on. Runs that end until then are still saved.
	 * @param save for those of which n8n says after its own save how they have ended
	 */
	disown(save: () => void): void {
		this.isOwner = false;
		this.late = { save, until: Date.now() + LONGEST_STOP_MS };
	}

	/** A run has ended, maybe while n8n stops. If the workflow was unpublished, nothing is saved. */
	settled(): void {
		const { isOwner, address, late } = this;
		if (!isOwner && address !== undefined && late && Date.now() < late.until) late.save();
	}

	/** Takes over what n8n has saved. The owner knows more, so it does this once. */
	load(context: Context): void {
		if (this.isOwner) return;
		const { deliveries, book, former } = storedPart(context);
		this.memory.load(deliveries);
		this.book.load(book);
		if (isObject(former)) this.former = former as unknown as FormerBook;
	}

	/** @param onSave called when n8n saves */
	save(context: Context, onSave?: () => void): void {
		const toStored = () => ({
			deliveries: this.memory.toStored(),
			book: this.book.toStored(),
			...(this.former && { former: { ...this.former } }),
		});
		share(context, toStored, () => {
			onSave?.();
			this.book.markSaved();
			this.memory.isUnsaved = false;
		});
	}

	/** n8n saves static data before it creates an execution. It cannot create this one, and logs that. */
	saveWithoutRun(context: ITriggerFunctions): void {
		const toJSON = () => {
			throw new Error('Catch Up has saved what it learned (no execution was needed)');
		};
		this.save(context);
		context.emit([[{ json: {}, toJSON } as unknown as INodeExecutionData]]);
	}

	keysWith(helpers: IExecuteFunctions['helpers']): ProcessedKeys {
		this.keys ??= new ProcessedKeys(helpers);
		// The helpers of an earlier execution would keep all its data in memory.
		this.keys.helpers = helpers;
		return this.keys;
	}
}

const states = registry(() => new TriggerState());

export const triggerStateOf = (context: Pick<Context, 'getWorkflow' | 'getNode'>): TriggerState =>
	states(context.getWorkflow().id, context.getNode().id);
