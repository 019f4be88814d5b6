import { CANCELED, CREATED, isCanceled } from './account';
import { HOUR, MINUTE, SECOND } from './clock';
import * as is from './conditions';
import type { About, Condition, Context } from './conditions';
import { firstOf, isFormerInAnyZone, isSame } from './said';

/** With Verify, the API may be asked so long after the response. */
export const INQUIRY_MS = 62 * SECOND;
/** A booking may be unknown to the API so long, and for so long the API is asked about it at least. */
const LAG_MS = 5 * SECOND;
const ASKED_MS = 55 * SECOND;
const isFailed = (status = '') => ['error', 'canceled'].includes(status);

const WRONG_ZONE = {
	'Enter the zone of your account as Service Timezone': ({ past, appointment, said }: Context) =>
		past.world.isMisread &&
		appointment.versions.some((state) => isFormerInAnyZone(said!.previous!, state)),
};
const ONE_PROCESSOR = {
	'Only When Changed needs one webhook processor': (about: Context) =>
		about.hasSeveralProcessors && about.onlyWhenChanged.length > 0,
};
const UNSTARTED_POLL = {
	'If n8n cannot start the run of a poll, its items are lost': (about: Context) =>
		about.isUnstarted,
};
const TWICE = {
	'a change may run twice': (about: Context) => about.hasNoClock,
	'what is delivered in another order may run twice': is.isOutOfOrder,
	'Another account is recorded anew': is.isOfAnotherAccount,
	'If a check and a delivery start the run of a change within a second, both may run': ({
		hasWorkers,
		formers,
		at,
	}: Context) =>
		hasWorkers && formers.some((one) => Math.abs(one.execution.createdAt - at) < is.MOMENT_MS),
	'If n8n is killed, the runs in progress start again from their beginning': is.isInterrupted,
	'Runs that ended within the last moments may do so, too': is.isJustEnded,
};
const AGAIN = {
	...TWICE,
	'and the next delivery runs everything again': ({ isFinished, former }: Context) =>
		isFinished && (isFailed(former!.execution.status) || former!.execution.lostAt !== undefined),
	'So may the last events that ran before n8n was killed': (about: Context) =>
		about.isFinished && is.isLastRun(about),
	'A run that you cancel just before n8n is killed runs again': is.isCanceledRun,
	'This holds for the last change that it has reported': ({ own, former }: Context) =>
		former!.isCaughtUp &&
		own.some((one) => one.isCaughtUp && one.version.number > former!.version.number),
	'If the service gives redeliveries a new timestamp, each one runs': (about: Context) =>
		about.timestamps === 'rewritten' && about.former!.kind !== CREATED,
	'a change without a timestamp': ({ timestamps, former }: Context) =>
		timestamps === 'none' && former!.kind !== CREATED,
	'To both processors within milliseconds | One or two': (about: Context) =>
		about.hasWorkers && is.hasCopies(about),
	'a duplicate that reaches the other processor runs': ({ hasWorkers, isFinished }: Context) =>
		hasWorkers && isFinished,
};

/** What breaks each rule is allowed where a page of `docs/` says so: its sentence, and when it applies. */
export const EXCUSES = {
	'a healthy n8n acknowledges events': {
		'Catch Up is starting the run of this change (in queue mode, until the next check). Or a duplicate':
			is.isStarting,
		'or it does not show the cancellation': (about) =>
			about.arrival!.delivery.event.kind === CANCELED && is.isNotShown(about),
	},
	'what has run is known': {
		'A run that you cancel just before n8n is killed runs again': is.isCanceledRun,
		'So may the last events that ran before n8n was killed': (about) =>
			about.isFinished && is.isUnchecked(about),
	},
	'what a poll lists is known': {
		'what is new or has moved counts once it has the status': ({ past, version, isKnown }) => {
			const { polled, status } = past.world.optionsNow;
			const isLeftOut = polled === 'created' || (polled === 'rescheduled' && isKnown === true);
			return isLeftOut && status.length > 0 && !status.includes(version.status);
		},
	},
	'a check reports only news': {
		...TWICE,
		...ONE_PROCESSOR,
		'Enter the zone of your account as Service Timezone': ({ hasWorkers, past }) =>
			hasWorkers && past.world.isMisread,
		'a check waits for up to 20 minutes and then runs the change': (about) =>
			about.hasWorkers &&
			about.formers.some(({ at, execution: { savedAt = Infinity } }) =>
				about.facts.restarts.some((stop) => stop >= at && stop <= savedAt + is.MOMENT_MS),
			),
		'What was delivered more than four hours before the check': ({ hasWorkers, version, at }) =>
			hasWorkers && version.at < at - 4 * HOUR,
		'event and previous may skip what was delivered since': ({ hasWorkers, formers, version }) =>
			hasWorkers && !formers.some((former) => isSame(former.version, version)),
	},
	'an event runs once': AGAIN,
	'a late delivery does not run': {
		...AGAIN,
		'Enter the zone of your account as Service Timezone': ({ past }) => past.world.isMisread,
	},
	'Only When Changed holds': {
		...ONE_PROCESSOR,
		'If that is unknown, it runs': (about) => {
			const data = about.said!.item.data as Record<string, unknown>;
			const isUnknown = (field: string) =>
				data[field === 'start' ? 'start_date' : field] === undefined;
			const fields = about.past.optionsOf(about.said!).onlyWhenChanged;
			return is.isLate(about) || !about.isClear || fields.some(isUnknown);
		},
		'within a minute after a check has first seen the present state': (about) =>
			about.hasNoClock || is.isJustSeen(about),
		'an update runs with what the API shows': ({ isVerified }) => isVerified === true,
	},
	'previous was a state': {
		...WRONG_ZONE,
	},
	'previous is a former state': {
		...WRONG_ZONE,
		'the times of its events, previous may be another former state': ({ isClear }) => !isClear,
		'the same holds, and a change may run twice': ({ hasNoClock }) => hasNoClock,
		'Another account is recorded anew': is.isOfAnotherAccount,
		'and previous may be older': ({ hasSeveralProcessors }) => hasSeveralProcessors,
		'and of a late one be a later state': (about) => about.hasWorkers && is.isLate(about),
		'previous of a delivery may skip what a check has reported': ({ hasWorkers, own, said }) =>
			hasWorkers && !said!.isCaughtUp && own.at(-1)?.isCaughtUp === true,
		'event and previous may skip what was delivered since': ({ hasWorkers, facts, own, said }) =>
			hasWorkers && (said!.isCaughtUp || facts.isStoppedBetween(own.at(-1)?.at ?? 0, said!.at)),
	},
	'a moment is announced': UNSTARTED_POLL,
	'a poll loses no change': { ...UNSTARTED_POLL, 'again and again until it starts': is.hasBegun },
	'a change that lasts is reported': {
		...ONE_PROCESSOR,
		'A check starts one run for a state whose run failed': ({ formers, version }) =>
			formers.some((one) => isSame(one.version, version) && isFailed(one.execution.status)),
		'After three runs that were interrupted by the end of n8n': ({ formers }) =>
			formers.filter(({ execution }) => execution.lostAt !== undefined).length > 2,
		'If a state comes back within 15 minutes of its end or of an earlier run': (about) =>
			about.hasWorkers && is.isBackSoon(about),
		'The same holds for changes within ten minutes of a delivery without start or status': (
			about,
		) => {
			const { at: since } = firstOf(about.appointment, about.version);
			const isNear = about.arrivals.some(({ at }) => Math.abs(since - at) < 10 * MINUTE);
			return about.hasWorkers && about.dialect.content !== 'whole' && isNear;
		},
		'a check waits for up to 20 minutes and then runs the change': (about) => {
			const since = about.at - 20 * MINUTE - 3 * (about.past.world.interval ?? 0);
			const isLost = about.formers.some(({ execution: { lostAt = 0 } }) => lostAt > since);
			return about.hasWorkers && isLost;
		},
		'A change that was undone is none, even if its delivery arrives late': is.isUndone,
		'what undoes a change or edits another field not at all': (about) =>
			(about.hasNoClock || !about.isClear) &&
			about.appointment.versions.some(
				(former) => former !== about.version && isSame(former, about.version),
			),
		'then hourly until its start': is.hasBegun,
	},
	'an acknowledged event runs': {
		'the first delivery within an hour of what a check has reported': (about) =>
			about.timestamps === 'none' &&
			is.isCaughtUp(about, ({ at }) => Math.abs(at - about.at) < 61 * MINUTE),
		'what undoes a change or edits another field not at all': (about) =>
			(about.hasNoClock || !['true', 'none'].includes(about.timestamps)) &&
			is.isCaughtUp(about, ({ execution }) => execution.createdAt <= about.at),
		'and is lost if n8n is stopped meanwhile or cannot start its run': (about) =>
			about.isVerified === true &&
			(about.isUnstarted || about.facts.isStoppedBetween(about.at, about.at + INQUIRY_MS)),
		'for a minute. Then the event is lost': ({ isVerified, appointment, arrival, facts }) => {
			const { at } = arrival!;
			const isFailing = facts.faults.some(
				({ from, until }) => from < at + 2 * LAG_MS && until > at + ASKED_MS,
			);
			return isVerified === true && appointment.versions[0]!.at > at - LAG_MS && isFailing;
		},
		'An update runs only if its start or its status differs': (about) =>
			is.isPicky(about) && (about.isVerified === true || !about.isClear),
		'A change that was undone is none, even if its delivery arrives late': (about) =>
			is.isPicky(about) && is.isLate(about) && is.isReturn(about),
		'With Verify: the API does not know the key': ({ isVerified, hides, appointment, version }) =>
			isVerified === true &&
			hides === 'lists and keys' &&
			appointment.versions.slice(version.number).some(({ status }) => isCanceled(status)),
		'An update that returns to such an older state does not run': (about) =>
			about.hasSeveralProcessors && is.isPicky(about) && is.isReturn(about),
	},
} satisfies Record<string, Record<string, Condition>>;

/** Whether a sentence of the documentation allows it. */
export function isExcused(rule: string, about: About): boolean {
	const excuses = EXCUSES[rule as keyof typeof EXCUSES] as Record<string, Condition> | undefined;
	if (!excuses) return false;
	const context = is.contextOf(about);
	return Object.values(excuses).some((applies) => applies(context));
}
