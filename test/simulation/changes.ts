import type { IDataObject } from 'n8n-workflow';

import {
	type Account,
	CANCELED,
	CREATED,
	endOf,
	isCanceled,
	latest,
	UPDATED,
	versionAt,
	type Appointment,
	type Version,
} from './account';
import type { Options } from './circumstances';
import { currentTime, DAY, HOUR, MINUTE, SECOND } from './clock';
import type { Oracle, Said } from './oracle';
import type { Listed } from './service';
import { POLLING, type Arrival, type World } from './world';

/** The minute in which what was told before does not come back. */
const MINUTE_RULE_MS = MINUTE + 5 * SECOND;
/** A check may read a list again to see if it has more pages. */
const APART_MS = 15 * SECOND;
/** Until the first check has recorded the list, whatever it meets. */
const FIRST_CHECK_MS = 10 * SECOND;
/** A workflow takes so long at most. */
const LONGEST_WORK_MS = 2 * MINUTE;
/** With "within seconds". */
const SOON_MS = 20 * SECOND;

/** The three sentences: what runs is what the API shows, once, and everything that lasts. */
export class Changes {
	private readonly world: World;

	constructor(private readonly oracle: Oracle) {
		this.world = oracle.world;
	}

	/** What every run has to fulfil. */
	judge(said: Said): void {
		const { node, appointment, version, kind, item, isGone, at } = said;
		const breach = (rule: string) => this.oracle.breach(rule, node, said);
		const options = this.optionsAt(at);
		if (!(isGone ? this.isGoneAt(said) : this.isShown(said))) {
			breach('what runs is what the API shows');
		}
		const former = this.oracle.saidOf(node, appointment).at(-1);
		// It was emitted some seconds ago.
		const record =
			this.recordOf(node, appointment, at) ?? this.recordOf(node, appointment, at - 3 * SECOND);
		if (!record && this.recording(node, appointment, at).isHard) breach('the first check records');
		// A first list that lacks what was told before the trigger was unpublished does not record it.
		const isForgotten =
			record && former && former.at < record.list.at && this.wasNarrow(record.list);
		const isUnsure = isForgotten || this.isUnsure(said, former) || this.isStale(said, former);
		const isNext = !former || former.isGone ? !(former && isGone) : isGone || isLater(said, former);
		if (!isNext && !isUnsure) breach('each change runs once');
		const previous = item.previous as IDataObject | undefined;
		const isCreated = kind === CREATED || kind === 'created';
		const wasKnown =
			record?.isHard &&
			isSeen(appointment, record.list) &&
			!this.wasNarrow(record.list) &&
			!this.world.isZoneWrong &&
			!this.world.around.dialect.pagesMove;
		const isAgain = former && former.at >= this.pointOf(node, at).at;
		if (isCreated && !isUnsure && (isAgain || wasKnown))
			breach('only new appointments are created');
		const isOld = version.start < at - DAY - (this.world.isZoneWrong ? 27 * HOUR : HOUR);
		const isNotYet = !former && !isUnsure && record && this.isNotYet(said, record.list);
		if (isCreated ? isOld : isNotYet) breach('what is new is created');
		if (isCreated ? previous !== undefined : !previous) breach('previous belongs to changes');
		if (previous && !isUnsure && !this.isFormer(previous, said, former)) {
			breach('previous is what was told before');
		}
		const wasCanceled = isCanceled(String(previous?.status));
		const isCancellation = isCanceled(isGone ? CANCELED_STATUS : version.status) && !wasCanceled;
		if (isCancellation !== [CANCELED, 'canceled'].includes(kind) && kind !== 'statusChanged') {
			breach('what is canceled is canceled');
		}
		if (!options.some((one) => this.isWanted(said, previous, one))) breach('filters hold');
	}

	/** What was delivered runs within seconds. */
	judgeDelivered({ delivery, at, version, status }: Arrival): void {
		const { node, event } = delivery;
		const { appointment } = event;
		const { account } = appointment;
		const { around, isCalm, accountNow, arrivals, floods, credentials, service } = this.world;
		const end = at + SOON_MS;
		if (status !== 200 || around.hasProcessors || account !== accountNow) return;
		if (endOf(appointment, version) < end || !isCalm(at, end)) return;
		const { hides, dates, lacksCalendar } = around.dialect;
		if (hides === 'lists and keys' && isCanceled(version.status)) return;
		if (dates === 'mixedUtc' || lacksCalendar !== 'none') return;
		const record = this.recordOf(node, appointment, at);
		// A check may have begun with the former token.
		const renewedAt = credentials.at(-1)!.at + APART_MS;
		const isRecent = service.listed.some(
			(list) => list.node === node && list.at > renewedAt && list.endedAt < at,
		);
		if (!record || record.list.endedAt > at || !isRecent) return;
		const crowd = arrivals.filter((one) => one.at > at - MINUTE && one.at <= end);
		const own = crowd.filter(({ delivery: one }) => one.event.appointment === appointment);
		// Some places are for known appointments alone.
		const isKnown = service.listed.some(
			(list) => list.node === node && list.endedAt < at && isSeen(appointment, list),
		);
		const isFlooded = floods.some(
			({ from, until }) => from <= end && (isKnown ? from + 3 * MINUTE : until) > at,
		);
		if (crowd.length > 40 || own.length > 4 || isFlooded) return;
		if (this.isTooSoon(node, appointment, version, at)) return;
		if (this.cameBack(node, appointment, version, at)) return;
		const begin = beginOf(appointment, version);
		if (!this.isOwed(node, appointment, version, record.list, begin)) return;
		const said = this.oracle.saidOf(node, appointment).filter((one) => one.at <= end);
		const isTold = said.some((one) => one.version.state >= version.state && !one.isGone);
		if (!isTold && !isSameState(said.at(-1), version))
			this.oracle.breach('what is delivered runs within seconds', node, appointment);
	}

	/** What lasts runs with the next check or the one after; what has gone, one later. */
	judgeOpen(node: string): void {
		const { accountNow, service, troubles, around, n8n, isTokenValid } = this.world;
		if (n8n.failures.includes(node) || !isTokenValid) return;
		const calm = Math.max(...troubles.map(({ until }) => until));
		const { lagMs, hides } = around.dialect;
		const own = service.listed.filter((list) => list.node === node && list.account === accountNow);
		for (const appointment of accountNow.appointments.values()) {
			const version = latest(appointment);
			const isDeleted = appointment.deletedAt <= currentTime();
			const isHidden = isDeleted || (hides !== 'nothing' && isCanceled(version.status));
			const begin = isDeleted ? appointment.deletedAt : beginOf(appointment, version);
			const record = this.recordOf(node, appointment, currentTime());
			if (!record) continue;
			const since = Math.max(begin, calm, record.list.endedAt) + lagMs + MINUTE_RULE_MS;
			const checks = own.filter(
				({ at, isWhole }, index) =>
					isWhole && at > since && at > (own[index - 1]?.at ?? 0) + APART_MS,
			);
			const last = checks[isHidden ? 2 : 1];
			if (!last || last.endedAt > currentTime() - SOON_MS) continue;
			if (!this.isOwed(node, appointment, version, record.list, begin)) continue;
			const all = this.oracle.saidOf(node, appointment);
			// Before n8n 2.20, an earlier one may run again after it.
			const isEither = (one: Said) => one.isGone === isDeleted && isSameState(one, version);
			const said = around.version === 1 ? all.filter(isEither) : all;
			const present = said.at(-1);
			const isOver = present && (present.isGone || isCanceled(present.version.status));
			const isTold = isDeleted ? isOver : isSameState(present, version);
			if (!isTold) this.oracle.breach('a check finds what lasts', node, appointment);
		}
	}

	/** Whether each state that the trigger may know would make it report the present one. */
	private isOwed(
		node: string,
		appointment: Appointment,
		now: Version,
		record: Listed,
		begin: number,
	): boolean {
		const { world } = this;
		const {
			edits,
			optionsNow: options,
			service,
			isZoneWrong,
			around,
			accountNow,
			narrows,
			troubles,
			isCalm,
		} = world;
		const { versions, deletedAt } = appointment;
		const isDeleted = deletedAt <= currentTime();
		if (edits.at(-1)!.at + 10 * SECOND > begin && edits.length > 1) return false;
		// What changed until the first check is recorded. It may read the list again, fail, or begin anew.
		const soon = record.endedAt + FIRST_CHECK_MS;
		const troubled = troubles.filter(({ from }) => from >= record.at - MINUTE && from <= soon);
		const firstUntil = Math.max(soon, ...troubled.map(({ until }) => until + MINUTE));
		const isFirst = ({ node: by, at }: Listed) => by === node && at >= record.at && at < firstUntil;
		if (service.listed.some((one) => isFirst(one) && begin < one.endedAt)) return false;
		const edge = isZoneWrong ? 27 * HOUR : HOUR;
		const said = this.oracle
			.saidOf(node, appointment)
			.filter(({ at }) => at < begin && at >= record.at)
			.at(-1);
		if (said?.isGone) return false;
		// A Code node sets static data back to when its execution began, also to before the first check.
		const isSetBack = (stop: number) =>
			!said || (stop > said.at && stop < said.at + LONGEST_WORK_MS);
		if (around.hasCode && world.stops.some(isSetBack)) return false;
		// What is moved while it is canceled counts once it is not.
		const wasCanceled = versions.some(({ status }) => isCanceled(status));
		if (node === POLLING && options.polled === 'rescheduled' && wasCanceled) return false;
		// Nobody knows the status of what is gone.
		if (isDeleted && node === POLLING && options.polled === 'statusChanged') return false;
		const lists = service.listed
			.filter((one) => one.node === node && one.at >= record.at && one.endedAt < begin)
			.filter(
				(one) => isSeen(appointment, one) && isCalm(one.at - SECOND, one.endedAt + 5 * SECOND),
			)
			// A look that began later counts more.
			.filter((one) => {
				const shown = versionAt(appointment, one.viewAt);
				return shown && endOf(appointment, shown) > one.endedAt + APART_MS;
			});
		// What started nothing is not saved, so a later process may know what the first list showed.
		const isForgotten = world.stops.some((at) => at >= record.at) && (node === POLLING || !said);
		const list = isForgotten ? lists[0] : lists.at(-1);
		const seen = list && versionAt(appointment, list.viewAt);
		const known = Math.max(said?.version.number ?? -1, seen?.number ?? -1);
		if (known < 0 && versions[0]!.at < record.endedAt) return false;
		// What is filtered out may count as not yet created.
		const hasFilter = options.status.length > 0 || options.calendar !== '';
		if (hasFilter && !options.events.includes(CREATED) && !said) return false;
		const isNotYet = !said && this.isNotYet({ node, appointment, version: now }, record);
		const formers: Array<Version | undefined> = isNotYet
			? []
			: versions.slice(Math.max(known, 0), now.number);
		// What was recorded without a run may not be saved.
		const isUnsaved = !said && world.stops.some((one) => one > record.endedAt);
		if (known < 0 || isNotYet || isUnsaved) formers.push(undefined);
		if (formers.some((one) => one && this.isSameClock(one, now, accountNow))) return false;
		const isNear = formers.some((one) => one && one.start < currentTime() + edge);
		const isMissing = isDeleted || (around.dialect.hides !== 'nothing' && isCanceled(now.status));
		if (isMissing) {
			const isSaidCanceled = formers.some((one) => one && isCanceled(one.status));
			// What was not told rests for an hour.
			if (narrows.some(({ until }) => until > currentTime() - 70 * MINUTE)) return false;
			if (isNear || isSaidCanceled || now.start < currentTime() + edge || known < 0) return false;
			const others = [...accountNow.appointments.values()].filter(
				(one) => one !== appointment && one.deletedAt <= currentTime(),
			);
			if (isDeleted && others.length > 2) return false;
			if (this.isNoneKnown(node, lists, begin)) return false;
		}
		const longest = formers.includes(undefined) ? DAY : 2 * DAY;
		if (now.start < currentTime() - longest + edge) return false;
		const state = isDeleted ? { ...now, status: CANCELED_STATUS } : now;
		return [...formers, ...(isDeleted && known >= 0 ? [now] : [])].every((former) => {
			const kind = this.report(node, former, state, options);
			return kind && isSelected(kind, state, options) && isAsked(kind, former, state, options);
		});
	}

	/** One start with an offset and one without agree by their digits, too. */
	private isSameClock(one: Version, other: Version, { zone }: Account): boolean {
		if (this.world.around.dialect.dates !== 'mixedUtc') return false;
		const isMoved = (from: number, to: number) => zone.wall(from) === utcWall(to);
		return isMoved(one.start, other.start) || isMoved(other.start, one.start);
	}

	/** Whether a list since then shows none of the appointments that earlier ones have shown. */
	private isNoneKnown(node: string, earlier: Listed[], since: number): boolean {
		const { accountNow, service } = this.world;
		const known = [...accountNow.appointments.values()].filter((one) =>
			earlier.some((list) => isSeen(one, list)),
		);
		const later = service.listed.filter((list) => list.node === node && list.at >= since);
		return later.some((list) => !known.some((one) => isSeen(one, list)));
	}

	/** Whether no state has passed the filters yet, since it was booked. */
	private isNotYet(
		{ node, appointment, version: now }: Pick<Said, 'node' | 'appointment' | 'version'>,
		record: Listed,
	): boolean {
		const { versions } = appointment;
		const { edits, optionsNow: options } = this.world;
		if (node === POLLING || edits.length > 1 || versions[0]!.at < record.endedAt) return false;
		const earlier = versions.slice(0, now.number);
		return earlier.every(
			(one) =>
				!isSelected(CREATED, one, { ...options, events: [CREATED] }) &&
				!isCanceled(one.status) &&
				Math.min(one.start, now.start) > currentTime() + (this.world.isZoneWrong ? 27 : 1) * HOUR,
		);
	}

	/** What a difference is reported as. */
	private report(
		node: string,
		former: Version | undefined,
		now: Version,
		{ polled }: Options,
	): string | undefined {
		const { accountNow } = this.world;
		const isOver = isCanceled(now.status);
		const isCancellation = isOver && former && !isCanceled(former.status);
		const isSame = former && accountNow.stateOf(former) === accountNow.stateOf(now);
		if (node !== POLLING) {
			if (!former) return isOver ? undefined : CREATED;
			return isSame ? undefined : isCancellation ? CANCELED : UPDATED;
		}
		const isReported = {
			created: !former && !isOver,
			canceled: isCancellation,
			rescheduled: former && !isOver && former.start !== now.start && !isSame,
			statusChanged: former && former.status !== now.status && !isSame,
		}[polled as string];
		return isReported ? polled : undefined;
	}

	/** The list that was recorded, if there is one yet. */
	recordOf(
		node: string,
		appointment: Appointment,
		at: number,
	): { list: Listed; isHard: boolean } | undefined {
		const { list, isHard } = this.recording(node, appointment, at);
		return list && { list, isHard };
	}

	/** `isHard` unless it is open whether the trigger knew the account before. */
	private recording(
		node: string,
		{ account }: Appointment,
		at: number,
	): { list: Listed | undefined; isHard: boolean } {
		const { service, credentials, versions, stops } = this.world;
		const { at: point, isSure } = this.pointOf(node, at);
		const lists = service.listed.filter((list) => list.node === node && list.at >= point);
		const other = lists.findLast((list) => list.endedAt < at && list.account !== account);
		const isHard =
			(!other || (other.isWhole && other.keys.size > 0)) &&
			!stops.some(
				(one) => one >= (other?.endedAt ?? Infinity) && one < (other?.endedAt ?? 0) + MINUTE,
			);
		const own = lists.filter((list) => list.at >= (other?.at ?? 0) && list.account === account);
		const showsOne = (list: Listed) =>
			[...account.appointments.values()].some((one) => isSeen(one, list));
		// A renewed token is that of another account if the list shows nothing that is known.
		const renewal = credentials.findLast((one) => one.at <= at)?.at ?? 0;
		const before = own.filter((list) => list.endedAt <= renewal);
		const renewed = own.find((list) => list.at > renewal && list.isWhole && showsOne(list));
		const isShown = (one: Appointment) => before.some((list) => isSeen(one, list));
		const isSame =
			!renewed ||
			[...account.appointments.values()].some((one) => isSeen(one, renewed) && isShown(one));
		const isKnown = (isSame && before.some(showsOne)) || renewal <= point;
		const list = own.find((one) => {
			const isFirst = other === undefined && isKnown ? true : showsOne(one);
			if (!one.isWhole || versions.some((time) => this.isWithin(time, one))) return false;
			return isFirst && (isKnown || one.at > renewal);
		});
		const isRead = list !== undefined && list.endedAt <= at;
		const isCut = own.some(
			(one) => one.at <= (list?.at ?? at) && versions.some((time) => this.isWithin(time, one)),
		);
		return { list: isRead ? list : undefined, isHard: isSure && isHard && isKnown && !isCut };
	}

	/** What a new version interrupts is not compared. */
	private isWithin(time: number, { at, endedAt }: Pick<Listed, 'at' | 'endedAt'>): boolean {
		const margin = SECOND + this.world.around.dialect.tookMs;
		return time > at - margin && time <= endedAt + margin;
	}

	/** Read again, it may have shown less. */
	private wasNarrow({ at, endedAt }: Listed): boolean {
		return this.world.narrows.some(({ from, until }) => from < endedAt + MINUTE && until > at);
	}

	private pointOf(node: string, at: number): { at: number; isSure: boolean } {
		const points = this.world.points.get(node) ?? [];
		return points.findLast((one) => one.at <= at) ?? { at: 0, isSure: true };
	}

	private isShown({ appointment, version, item, at }: Said): boolean {
		const json = JSON.stringify(item.data);
		const { starts, around } = this.world;
		const { lagMs, tookMs } = around.dialect;
		// What n8n may not have taken before it was stopped is started again.
		const isRestarted = starts.some((one) => one <= at && one > at - 3 * MINUTE);
		const readBy = isRestarted ? this.stopBefore(at) - MINUTE : at;
		const isRecent =
			(around.version === 1 && isRestarted) ||
			endOf(appointment, version) > readBy - lagMs - tookMs - MINUTE;
		return isRecent && appointment.shown.some((one) => one.json === json && one.from <= at);
	}

	/** When n8n was stopped, or before that, if it had just begun. */
	private stopBefore(at: number): number {
		const { starts, stops } = this.world;
		const stop = stops.findLast((one) => one < at) ?? at;
		const isNew = starts.some((one) => one < stop && one > stop - MINUTE);
		return isNew && stops.some((one) => one < stop) ? this.stopBefore(stop) : stop;
	}

	/** Two answers in a row have said so. */
	private isGoneAt({ appointment, at, node }: Said): boolean {
		const { deletedAt, denied } = appointment;
		const { around, troubles } = this.world;
		const { hides, lagMs } = around.dialect;
		const before = versionAt(appointment, at - lagMs - 5 * SECOND);
		const isHidden =
			hides !== 'nothing' &&
			[before, latest(appointment)].some((one) => one && isCanceled(one.status));
		const times = denied.filter((one) => one <= at);
		const isNarrow = !isHidden && deletedAt > at;
		if (isNarrow && !troubles.some(({ from, until }) => from <= at && until + MINUTE > at))
			return false;
		const others = this.oracle.said.filter(
			(one) => one.node === node && one.isGone && one.at > at - 15 * SECOND,
		);
		if (others.length > 2 && isNarrow) return false;
		return times.length >= 2;
	}

	/** What may come twice: right after a restart a list that lags, and without ids what had just begun. */
	private isUnsure({ node, at }: Said, former: Said | undefined): boolean {
		const { around, starts, stops, credentials } = this.world;
		const { lagMs } = around.dialect;
		const isRestarted = (time: number) =>
			starts.some((one) => one <= time && one > time - lagMs - SOON_MS);
		// It runs back, and forth with a later check.
		if (lagMs > 0 && (isRestarted(at) || (former && isRestarted(former.at)))) return true;
		const isEdited = credentials.length > 1 && lagMs > 0;
		const begun = former?.at ?? Infinity;
		const wasCut = stops.some(
			(one) => one > begun - 3 * SECOND && one < begun + 65 * SECOND + LONGEST_WORK_MS,
		);
		// The end of another trigger's execution saves what the poll knew before.
		const isSetBack = node === POLLING && around.triggers === 'webhook and polling';
		if (isSetBack && wasCut) return true;
		// A Code node's run that outlives an unpublishing or a stop saves the book of before.
		if (around.hasCode && (wasCut || (isRestarted(at) && this.isRepublished))) return true;
		// What a worker has begun, or somebody has canceled, is saved with the next change.
		const isLast = !this.oracle.said.some(
			(one) => one.node === node && one.at > begun + 65 * SECOND && one.at < this.stopBefore(at),
		);
		const wasStopped = stops.some((one) => one > begun && one <= at);
		const isAgain = wasCut || (isLast && wasStopped && isRestarted(at));
		return isEdited || (around.version === 1 && isAgain);
	}

	/** A lagging read shows a state that was never told, after a later one; that one comes back. */
	private isStale(said: Said, former: Said | undefined): boolean {
		const { lagMs, tookMs } = this.world.around.dialect;
		if (lagMs === 0) return false;
		// What was recorded without a run may be later than what the next read shows.
		if (!former) return endOf(said.appointment, said.version) < said.at;
		const all = this.oracle.saidOf(said.node, said.appointment);
		const isLate = ({ appointment, version, at }: Said, before: Said[]) =>
			endOf(appointment, version) > at - lagMs - tookMs - 10 * SECOND &&
			before.every((one) => one.version.state !== version.state) &&
			before.some((one) => one.version.state > version.state);
		return isLate(said, all) || isLate(former, all.slice(0, -1));
	}

	private get isRepublished(): boolean {
		return [...this.world.points.values()].some((points) => points.length > 1);
	}

	private isFormer(previous: IDataObject, said: Said, former: Said | undefined): boolean {
		const { appointment, version, isGone } = said;
		const { account, versions } = appointment;
		if (former?.isGone && isCanceled(String(previous.status))) return true;
		const first = former ? former.version.number : 0;
		return versions
			.slice(first, isGone ? undefined : version.number)
			.filter((one) => isGone || account.stateOf(one) !== account.stateOf(version))
			.some(
				(one) => isStart(previous.start_date, one, account.zone) && previous.status === one.status,
			);
	}

	private isWanted(
		{ node, version, kind, isGone }: Said,
		previous: IDataObject | undefined,
		options: Options,
	): boolean {
		const now = isGone ? { ...version, status: CANCELED_STATUS } : version;
		if (node === POLLING && kind !== options.polled) return false;
		const isMoved = !isStart(previous?.start_date, now, this.world.accountNow.zone);
		if (kind === 'rescheduled' && !isMoved) return false;
		if (kind === 'statusChanged' && previous?.status === now.status) return false;
		if (!isSelected(kind, now, options, node === POLLING)) return false;
		const { onlyWhenChanged: fields } = options;
		if (kind !== UPDATED || fields.length === 0 || fields.includes('calendar')) return true;
		const { zone } = this.world.accountNow;
		return fields.some((field) =>
			field === 'status'
				? previous?.status !== now.status
				: !isStart(previous?.start_date, now, zone),
		);
	}

	/** Whether an earlier state was the same, and may have been told within a minute. */
	private cameBack(node: string, appointment: Appointment, now: Version, at: number): boolean {
		const { versions, account } = appointment;
		const since = at - 100 * SECOND;
		const said = this.oracle.saidOf(node, appointment).filter((one) => one.at > since);
		return versions.some(
			(one) =>
				one.state < now.state &&
				account.stateOf(one) === account.stateOf(now) &&
				(versions.find(({ state }) => state > one.state)!.at > since ||
					said.some(({ version: { state } }) => state > one.state && state < now.state)),
		);
	}

	/** With replicas that lag, a look may show and tell an undelivered state before, and the next check this one. */
	private isTooSoon(
		node: string,
		appointment: Appointment,
		{ state }: Version,
		at: number,
	): boolean {
		if (this.world.around.dialect.lagMs === 0 || state === 0) return false;
		const said = this.oracle.saidOf(node, appointment).findLast((one) => one.at < at);
		return said?.version.state !== state - 1;
	}

	/** Those in force now or until some seconds ago. */
	private optionsAt(at: number): Options[] {
		const { edits } = this.world;
		const since = edits.findLastIndex((edit) => edit.at < at - 10 * SECOND);
		return edits.slice(Math.max(since, 0)).map(({ options }) => options);
	}
}

const CANCELED_STATUS = 'CANCELED';

const isLater = ({ version }: Said, former: Said): boolean => version.state > former.version.state;

/** Whether a list has shown an appointment that it is compared for. */
function isSeen(appointment: Appointment, { keys, viewAt, at }: Listed): boolean {
	const { start = 0 } = versionAt(appointment, viewAt) ?? {};
	return keys.has(appointment.key) && start >= at - 2 * DAY + HOUR;
}

/** What is told may be undone, and lists that lag may show it again. */
const isSameState = (said: Said | undefined, version: Version): boolean => {
	const { account } = said?.appointment ?? {};
	return said !== undefined && account?.stateOf(said.version) === account?.stateOf(version);
};

const utcWall = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

const beginOf = ({ versions }: Appointment, { state }: Version): number =>
	versions.find((one) => one.state === state)!.at;

/** A text without an offset is a time on the wall. */
function isStart(text: unknown, { start }: Version, zone: { wall(ms: number): string }): boolean {
	const hasOffset = /(Z|[+-]\d\d:\d\d)$/.test(String(text));
	return hasOffset
		? Date.parse(String(text)) === start
		: String(text).slice(0, 19) === zone.wall(start);
}

function isSelected(kind: string, now: Version, options: Options, isPolled = false): boolean {
	const { events, status, calendar } = options;
	const isKind = isPolled || events.includes(kind) || kind === options.polled;
	const isStatus = status.length === 0 || status.includes(now.status);
	return isKind && isStatus && ['', now.calendar].includes(calendar);
}

const isAsked = (
	kind: string,
	former: Version | undefined,
	now: Version,
	{ onlyWhenChanged: fields }: Options,
): boolean =>
	kind !== UPDATED ||
	fields.length === 0 ||
	fields.some((field) => former?.[field as 'start'] !== now[field as 'start']);
