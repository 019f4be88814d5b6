import { randomUUID } from 'crypto';
import {
	sleep,
	type INodeExecutionData,
	type IRun,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';
import { DateTime } from 'luxon';

import { changeIdentity } from '../deliveries/once/identity';
import { THIS_PROCESS } from '../deliveries/once/thisProcess';
import { connect } from '../n8n/connect';
import { zoneOf } from '../n8n/zone';
import { listAppointments } from '../service/appointments';
import { ServiceError } from '../service/errors';
import type { ServiceClient } from '../service/http/client';
import { within } from '../service/http/wait';
import { DAY_MS } from '../service/values/dates';
import { withinSpan } from '../service/values/span';
import { reconcile, register } from '../subscription/reconcile';
import { storedIn } from '../subscription/stored';
import { withoutUrlSecret } from '../subscription/urlSecret';
import { triggerSettings, type TriggerSettings } from '../trigger/settings';
import { sameSeen, watchOf, type Watch } from '../watching/watch';
import { CatchUp, GRACE_MS } from './check';
import type { Difference } from './differences';

const MINUTE_MS = 60_000;
/** n8n registers the webhook of a trigger at the same time as it starts this. */
const FIRST_CHECK_MS = 3_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;
const SLICE_MS = 500;
/** Publication waits at most so long until the appointments are recorded. */
const RECORD_MS = 20_000;
/** After this time, a run no longer holds up the next ones. */
const LONGEST_RUN_MS = MINUTE_MS;
const RUNS_AT_ONCE = 8;

/** Starts the checks of a published trigger, if Catch Up is on. */
export async function startCatchUp(context: ITriggerFunctions): Promise<ITriggerResponse> {
	const settings = triggerSettings(context);
	if (settings.catchUp === undefined || context.getMode() === 'manual') return {};
	const watch = watchOf(context.getWorkflow().id, context.getNode().id);
	const checks = new Checks(context, watch, settings);
	const resumes = ['init', 'leadershipChange'].includes(context.getActivationMode());
	if (resumes) watch.adopt(context.getWorkflowStaticData('node').watched);
	else await checks.recordNow();
	void checks.run();
	return { closeFunction: async () => checks.close() };
}

class Checks {
	private readonly catchUp: CatchUp;
	private isClosed = false;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly watch: Watch,
		private readonly settings: TriggerSettings,
	) {
		this.catchUp = new CatchUp(watch, settings);
	}

	close(): void {
		this.isClosed = true;
	}

	/** n8n saves static data when publication ends. If the service is down, a later check records. */
	async recordNow(): Promise<void> {
		this.watch.isComplete = false;
		try {
			const client = await connect(this.context, { budgetMs: RECORD_MS });
			const { zone, appointments } = await this.list(client);
			this.catchUp.record(appointments, zone);
			this.context.getWorkflowStaticData('node').watched = this.watch.toStored();
		} catch (error) {
			this.warn('Catch Up could not record the appointments and will try again', error);
		}
	}

	/** Checks until the trigger is unpublished. */
	async run(): Promise<void> {
		await this.wait(FIRST_CHECK_MS);
		for (let retry = FIRST_RETRY_MS; !this.isClosed;) {
			const isDone = await this.check();
			const { catchUp: interval = Infinity } = this.settings;
			if (!isDone) {
				await this.wait(retry);
				retry = Math.min(2 * retry, LONGEST_RETRY_MS);
				continue;
			}
			retry = FIRST_RETRY_MS;
			await this.wait(this.catchUp.isWaiting ? Math.min(GRACE_MS, interval) : interval);
		}
	}

	/** False if it has to be retried. */
	private async check(): Promise<boolean> {
		try {
			const client = await connect(this.context);
			await this.verifyWebhook(client);
			const { zone, appointments } = await this.list(client);
			if (this.isClosed) return true;
			if (!this.watch.isComplete) {
				this.catchUp.record(appointments, zone);
				return true;
			}
			this.watch.prune(Math.floor((Date.now() - 2 * DAY_MS) / MINUTE_MS));
			const due = this.catchUp.due(appointments, zone, performance.now());
			await this.emitAll(due, zone);
			return true;
		} catch (error) {
			this.warn('Catch Up could not check for missed events and will try again', error);
			return false;
		}
	}

	/** @throws ServiceError if the list may lack appointments */
	private async list(client: ServiceClient) {
		const zone = zoneOf(this.context, client).name;
		const filters = withinSpan({}, Date.now() - DAY_MS, undefined, zone);
		const { elements, incomplete } = await listAppointments(client, filters, Infinity);
		if (incomplete !== undefined) throw new ServiceError(incomplete, '');
		return { zone, appointments: elements };
	}

	private async verifyWebhook(client: ServiceClient): Promise<void> {
		const stored = storedIn(this.context.getWorkflowStaticData('node'));
		if (stored.webhookUrl === undefined || this.isClosed) return;
		const { events, urlSecret } = this.settings;
		const wanted = { address: withoutUrlSecret(stored.webhookUrl), events, urlSecret };
		if ((await reconcile(client, wanted, stored)) || this.isClosed) return;
		await register(client, wanted, stored);
		this.context.logger.info(
			'The service no longer had the webhook of this trigger. It was registered again.',
		);
	}

	private async emitAll(differences: Difference[], zone: string): Promise<void> {
		const queue = [...differences];
		const work = async () => {
			for (let next = queue.shift(); next && !this.isClosed; next = queue.shift()) {
				const wasDelivered = sameSeen(this.watch.get(next.key), next.seen);
				if (!wasDelivered) await this.emit(next, zone);
			}
		};
		await Promise.all(Array.from({ length: RUNS_AT_ONCE }, work));
	}

	private async emit(difference: Difference, zone: string): Promise<void> {
		const done = this.context.helpers.createDeferredPromise<IRun>();
		const ended = done.promise.then(
			() => this.catchUp.settle(difference, true),
			() => this.catchUp.settle(difference, false),
		);
		this.catchUp.emit(difference);
		this.context.emit([[itemFor(difference, zone)]], undefined, done);
		await within(ended, LONGEST_RUN_MS);
	}

	private warn(message: string, error: unknown): void {
		const reason = error instanceof Error ? error.message : String(error);
		this.context.logger.warn(message, { reason });
	}

	/** Waits in slices, so that unpublishing ends it. */
	private async wait(ms: number): Promise<void> {
		const end = performance.now() + ms;
		while (!this.isClosed && performance.now() < end) await sleep(SLICE_MS);
	}
}

function itemFor(difference: Difference, zone: string): INodeExecutionData {
	const { key, seen, event, data, previous } = difference;
	const timestamp = DateTime.now().setZone(zone).toISO();
	return {
		json: {
			event,
			timestamp,
			data,
			caughtUp: true,
			...(previous && { previous: { ...previous } }),
		},
		delivery: {
			key: changeIdentity(event, key, seen),
			token: randomUUID(),
			process: THIS_PROCESS,
			caughtUp: true,
			appointment: { key, ...seen },
		},
	} as INodeExecutionData;
}
