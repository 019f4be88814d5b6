import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { toActivationError, warnWith } from '../../n8n/errors';
import { log } from '../../n8n/log';
import { zoneOf } from '../../n8n/zone';
import type { ServiceClient } from '../../service/http/client';
import { waitUntil } from '../../service/http/wait';
import { DAY_MS, FOREVER, MINUTE_MS } from '../../service/values/dates';
import { MOST_NEWS } from '../../watching/former/account';
import { MissingAppointments } from '../../watching/former/missing';
import { GRACE_MS } from '../../watching/former/observe';
import { listRecent, recentSince } from '../../watching/former/recent';
import { warnOnce } from '../../watching/starts';
import { keysOf } from '../../watching/former/state';
import { triggerStateOf, type TriggerState } from '../once/state';
import { LONGEST_WORK_MS } from '../once/worker';
import { ONLY_AT_START, triggerSettings, type TriggerSettings } from '../core/settings';
import { restoreWebhook } from '../subscription/lifecycle';
import { followAccount } from './account';
import { agreementIn, compare, countUnknown, type Listing } from './differences';
import { Starter } from './starter';

/** n8n registers the webhook of a trigger at the same time as it starts this. Until then, nothing is checked. */
const REGISTRATION_MS = 3_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;
/** Until the grace period of a difference is over, or a run that continues on a worker counts as gone. */
const NEXT_MS = { soon: GRACE_MS + 500, afterWork: LONGEST_WORK_MS + 500, later: FOREVER } as const;

export async function startCatchUp(context: ITriggerFunctions): Promise<ITriggerResponse> {
	if (context.getMode() === 'manual') return {};
	const settings = triggerSettings(context);
	const state = triggerStateOf(context);
	let zone: string | undefined;
	if (settings.watches) {
		try {
			zone = zoneOf(await connect(context));
		} catch (error) {
			throw toActivationError(context.getNode(), error);
		}
	}
	state.own(context);
	const mode = context.getActivationMode();
	const { book } = state;
	if (mode === 'activate') book.startAnew();
	if (zone !== undefined) book.setHeader({ zone });
	// While Catch Up is off, what was recorded becomes outdated.
	if (settings.catchUp === undefined) book.setHeader({ isRecorded: undefined });
	// Other triggers of the workflow save the same copy of static data.
	state.save(context);
	const checks = settings.catchUp === undefined ? undefined : new Checks(context, state, settings);
	void checks?.run();
	return {
		closeFunction: async () => {
			checks?.close();
			// What was learned since the last save would be lost with the process.
			const save = () => {
				if (state.isUnsaved) state.saveWithoutRun(context);
			};
			save();
			state.disown(save);
			await Promise.resolve();
		},
	};
}

class Checks {
	private isClosed = false;
	private readonly starter: Starter;
	private readonly missing = new MissingAppointments();
	private readonly since: number;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly state: TriggerState,
		private readonly settings: TriggerSettings,
	) {
		this.since = state.now;
		this.starter = new Starter(context, state, settings, () => this.isClosed);
	}

	close(): void {
		this.isClosed = true;
	}

	async run(): Promise<void> {
		const { catchUp: interval = ONLY_AT_START } = this.settings;
		let retry = FIRST_RETRY_MS;
		const isRegistered = () => this.state.address !== undefined;
		await waitUntil(() => this.isClosed || isRegistered(), REGISTRATION_MS);
		while (!this.isClosed) {
			const problem = 'Catch Up could not check for missed events and will try again';
			const next = await this.attempt(problem, async () => await this.check());
			const isDone = next !== undefined && next !== 'retry';
			const pause = isDone ? Math.min(NEXT_MS[next], interval) : retry;
			await waitUntil(() => this.isClosed, pause);
			retry = isDone ? FIRST_RETRY_MS : Math.min(2 * retry, LONGEST_RETRY_MS, interval);
		}
	}

	/** When the next one is due. @throws if the appointments could not be read */
	private async check(): Promise<keyof typeof NEXT_MS | 'retry'> {
		const { state, settings } = this;
		const client = await connect(this.context);
		const isVerified = await this.attempt(
			'The webhook could not be verified for Catch Up, which is retried',
			async () => await restoreWebhook(this.context, client, () => this.isClosed),
		);
		state.setClock(client.skewMs);
		// Without a webhook, nothing of this trigger runs.
		if (isVerified === false || this.isClosed) return 'retry';
		const listing = await this.list(client);
		if (this.isClosed) return 'later';
		// Not before the list was read, because another attempt would not see that the token is new.
		const isDoubtful = await followAccount(this.context, state, client, listing.appointments);
		const { book } = state;
		book.setHeader({ zone: listing.zone });
		const { isRecorded } = book.header;
		if (isDoubtful && countUnknown(book, listing.appointments) > MOST_NEWS) {
			book.setHeader({ isRecorded: undefined });
			log(
				this.context,
				'warn',
				'The access token is new and all listed appointments are unknown, so Catch Up records them without runs.',
			);
		}
		this.agree(listing);
		const compared = [compare(state, listing, settings)];
		const hidden = isRecorded
			? await this.attempt(
					'The canceled appointments could not be read for Catch Up, which is retried',
					async () => await this.hiddenFrom(client, listing),
				)
			: [];
		if (this.isClosed) return 'later';
		compared.push(compare(state, { ...listing, appointments: hidden ?? [] }, settings));
		this.conclude(listing);
		for (const key of compared.flatMap(({ abandoned }) => abandoned)) {
			log(
				this.context,
				'warn',
				`n8n has ended during three runs about the appointment ${key}. Catch Up does not run that change again.`,
			);
		}
		const differences = compared.flatMap((one) => one.differences);
		const isStarted = await this.starter.start(differences, listing.zone);
		if (book.isUnsaved && !this.isClosed) state.saveWithoutRun(this.context);
		if (isVerified === undefined || hidden === undefined || !isStarted) return 'retry';
		if (compared.some(({ isWaiting }) => isWaiting)) return 'soon';
		const isPostponed = differences.some(({ key }) => book.get(key)?.wait !== undefined);
		return isPostponed ? 'afterWork' : 'later';
	}

	/** @throws ServiceError if the list may lack appointments */
	private async list(client: ServiceClient): Promise<Listing> {
		const { state } = this;
		const zone = zoneOf(client);
		const begin = performance.now();
		const since = recentSince(Date.now());
		const appointments = await listRecent({ client, filters: {}, since, zone });
		state.setClock(client.skewMs);
		const at = Math.floor(state.now - (performance.now() - begin) - client.ageMs);
		return { appointments, zone, at, since: this.since };
	}

	private agree(listing: Listing): void {
		const { book } = this.state;
		if (book.header.agreement !== undefined) return;
		const agreement = agreementIn(book, listing);
		if (agreement === undefined) return;
		book.setHeader({ agreement });
		if (agreement !== 'digits') return;
		const text = `the service lists starts without an offset, and they are not in ${listing.zone}. They are compared as written. Check 'Service Timezone' in the credential`;
		warnOnce(this.context, 'digits', text);
	}

	/** Canceled appointments that the list lacks. @throws ServiceError */
	private async hiddenFrom(client: ServiceClient, { appointments, zone }: Listing) {
		const now = Date.now();
		const wanted = { client, filters: {}, since: recentSince(now), zone };
		return await this.missing.canceledAmong(this.state.book, appointments, wanted, now);
	}

	/** What is known from now on. */
	private conclude({ appointments, zone, at }: Listing): void {
		const { book } = this.state;
		// A day more than is listed, in case n8n's clock is set back.
		book.leaveBefore(recentSince(Date.now()) - DAY_MS, zone);
		book.trim(zone, keysOf(appointments));
		book.header.listedAt = at;
		book.setHeader({ isRecorded: true });
	}

	/** Undefined if it fails, which n8n's log says. */
	private async attempt<T>(problem: string, code: () => Promise<T>): Promise<T | undefined> {
		try {
			return await code();
		} catch (error) {
			warnWith(this.context)(problem, error);
			return undefined;
		}
	}
}
