import { CANCELED, CREATED, isCanceled, versionAt } from './account';
import { HOUR, MINUTE, SECOND } from './clock';
import {
	INQUIRY_MS,
	MOMENTS_MS,
	MOMENT_MS,
	aroundOf,
	arrivalsOf,
	caughtUpOf,
	fieldsAt,
	formersOf,
	hasBegun,
	hasCopies,
	hasNoClock,
	hasSeveralProcessors,
	inQueueMode,
	isAtOnce,
	isBackSoon,
	isCanceledRun,
	isFinished,
	isInterrupted,
	isJustEnded,
	isLastRun,
	isLate,
	isOfAnotherAccount,
	isOutOfOrder,
	isPicky,
	isReturn,
	isSeenSince,
	isSetBack,
	isStarting,
	isStoppedSince,
	isUnchecked,
	isUndone,
	isUnknownAccount,
	isUnstarted,
	isVerified,
	timestampsOf,
	type About,
	type Condition,
} from './conditions';
import { firstOf, isFormerInAnyZone, isSame } from './said';

/** A booking may be unknown to the API so long, and for so long the API is asked about it at least. */
const LAG_MS = 5 * SECOND;
const ASKED_MS = 55 * SECOND;

const UNCLEAR = {
	'a change may run twice': hasNoClock,
	'what is delivered in another order may run twice': isOutOfOrder,
};
const SET_BACK = { 'A Code node that writes static data may set the saved state back': isSetBack };
const RESTARTED = {
	'If n8n is restarted before the next save, the same events run again': isStoppedSince,
};
const ONE_PROCESSOR = {
	'Only When Changed needs one webhook processor': (about: About) =>
		hasSeveralProcessors(about) && fieldsAt(about).length > 0,
};
const UNSTARTED_POLL = {
	'If n8n cannot start the run of a poll, its items are lost': isUnstarted,
};
const TWICE = {
	...UNCLEAR,
	...SET_BACK,
	'Another account is recorded anew': isOfAnotherAccount,
	'If a check and a delivery start the run of a change within a second, both may run':
		inQueueMode(isAtOnce),
	'If n8n is killed, the runs in progress start again from their beginning': isInterrupted,
	'Runs that ended within the last moments may do so, too': isJustEnded,
};
const AGAIN = {
	...TWICE,
	'If the run fails, or n8n is killed during the run, the service gets no success response, and the next delivery runs everything again':
		(about: About) =>
			isFinished(about) &&
			(['error', 'canceled'].includes(String(about.former!.execution.status)) ||
				about.former!.execution.lostAt !== undefined),
	'So may the last events that ran before n8n was killed': (about: About) =>
		isFinished(about) && isLastRun(about),
	'A run that you cancel just before n8n is killed runs again': isCanceledRun,
	'This holds for the last change that it has reported of an appointment': ({
		past,
		node,
		appointment,
		former,
		said,
	}: About) =>
		former!.isCaughtUp &&
		past
			.saidOf(node, appointment)
			.some(
				(one) =>
					one.isCaughtUp && one.version.number > former!.version.number && one.at <= said!.at,
			),
	// What waits for its turn outlives the process that knows it.
	'Written when a run ends': (about: About) =>
		!aroundOf(about).hasWorkers &&
		about.at <= (about.former!.execution.savedAt ?? Infinity) &&
		about.past.world.facts.isStoppedBetween(about.former!.execution.createdAt, about.at),
	'If the service gives redeliveries a new timestamp, each one runs': (about: About) =>
		timestampsOf(about) === 'rewritten' && about.former!.kind !== CREATED,
	'a change without a timestamp': (about: About) =>
		timestampsOf(about) === 'none' && about.former!.kind !== CREATED,
	'To both processors within milliseconds | One or two': inQueueMode(hasCopies),
	'a duplicate that reaches the other processor runs': inQueueMode(isFinished),
};

/** What breaks each rule is allowed where a page of `docs/` says so: its sentence, and when it applies. */
export const EXCUSES = {
	'a healthy n8n acknowledges events': {
		'Catch Up is starting the run of this change. Or a duplicate is starting, and that fails or takes ten seconds':
			isStarting,
		'or it does not show the cancellation': (about) =>
			isVerified(about) &&
			about.arrival!.delivery.event.kind === CANCELED &&
			(about.appointment.deletedAt <= about.at ||
				!isCanceled(versionAt(about.appointment, about.at)?.status ?? '')),
		'when the run has ended, so that the service can redeliver after a failed run': ({ arrival }) =>
			arrival!.options.whenFinished,
		// Its webhook has the secret of a former token.
		'The address of n8n has changed': ({ past, arrival }) =>
			arrival!.status === 404 && !arrival!.delivery.url.startsWith(past.world.workflow.publicUrl),
	},
	'what has run is known': {
		'A run that you cancel just before n8n is killed runs again': isCanceledRun,
		'So may the last events that ran before n8n was killed': (about) =>
			isFinished(about) && isUnchecked(about),
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
		'Enter the zone of your account as Service Timezone': inQueueMode(
			({ past }) => past.world.isMisread,
		),
		'If a new token comes while no known appointment is left': isUnknownAccount,
		'a check waits for up to 20 minutes and then runs the change': inQueueMode((about) =>
			formersOf(about).some(({ at, execution: { savedAt = Infinity } }) =>
				about.past.world.facts.restarts.some((stop) => stop >= at && stop <= savedAt + MOMENT_MS),
			),
		),
		'What was delivered more than four hours before the check that finds it may run again':
			inQueueMode(({ version, at }) => version.at < at - 4 * HOUR),
		'event and previous may skip what was delivered since': inQueueMode(
			(about) => !formersOf(about).some((former) => isSame(former.version, about.version)),
		),
	},
	'a poll reports only news': RESTARTED,
	'a poll says what was': RESTARTED,
	'an event runs once': AGAIN,
	'a late delivery does not run': AGAIN,
	'Only When Changed holds': {
		...ONE_PROCESSOR,
		'If that is unknown, it runs': (about) => {
			const { start_date, status } = about.said!.item.data as Record<string, unknown>;
			const fields = about.past.optionsOf(about.said!).onlyWhenChanged;
			return (
				isLate(about) ||
				timestampsOf(about) !== 'true' ||
				(fields.includes('start') && start_date === undefined) ||
				(fields.includes('status') && status === undefined)
			);
		},
		'an edit of another field runs if it happens within a minute after a check has first seen the present state':
			(about) => hasNoClock(about) || isSeenSince(about, about.version.at - MINUTE - MOMENTS_MS),
		'an update runs with what the API shows': isVerified,
	},
	'previous was a state': {
		'Enter the zone of your account as Service Timezone': ({ past, appointment, said }) =>
			past.world.isMisread &&
			appointment.versions.some((state) => isFormerInAnyZone(said!.previous!, state)),
	},
	'previous is a former state': {
		...SET_BACK,
		'If the timestamps of a service are missing or not the times of its events, previous may be another former state':
			(about) => timestampsOf(about) !== 'true',
		'the same holds, and a change may run twice': hasNoClock,
		'Another account is recorded anew': isOfAnotherAccount,
		'and previous may be older': hasSeveralProcessors,
		'and of a late one be a later state': inQueueMode(isLate),
		'previous of a delivery may skip what a check has reported': inQueueMode(
			({ past, node, appointment, said }) =>
				!said!.isCaughtUp && past.saidOf(node, appointment).at(-1)?.isCaughtUp === true,
		),
		'event and previous may skip what was delivered since': inQueueMode(
			({ past, node, appointment, said }) =>
				said!.isCaughtUp ||
				past.world.facts.isStoppedBetween(past.saidOf(node, appointment).at(-1)?.at ?? 0, said!.at),
		),
	},
	'a moment is announced once': RESTARTED,
	'a moment is announced': UNSTARTED_POLL,
	'a poll loses no change': {
		...UNSTARTED_POLL,
		'again and again until it starts': hasBegun,
	},
	'a change that lasts is reported': {
		...SET_BACK,
		...ONE_PROCESSOR,
		'A check starts one run for a state whose run failed': (about) =>
			formersOf(about).some(
				({ version, execution }) =>
					isSame(version, about.version) &&
					['error', 'canceled'].includes(String(execution.status)),
			),
		'After three runs that were interrupted by the end of n8n': (about) =>
			formersOf(about).filter(({ execution }) => execution.lostAt !== undefined).length > 2,
		'If a state comes back within 15 minutes of its end or of an earlier run about it':
			inQueueMode(isBackSoon),
		'The same holds for changes within ten minutes of a delivery without start or status':
			inQueueMode(
				(about) =>
					aroundOf(about).dialect.content !== 'whole' &&
					arrivalsOf(about).some(
						({ at }) => Math.abs(firstOf(about.appointment, about.version).at - at) < 10 * MINUTE,
					),
			),
		'a check waits for up to 20 minutes and then runs the change': inQueueMode((about) =>
			formersOf(about).some(
				({ execution: { lostAt = -Infinity } }) =>
					lostAt > about.at - 20 * MINUTE - 3 * (about.past.world.interval ?? 0),
			),
		),
		'A change that was undone is none, even if its delivery arrives late': isUndone,
		'what undoes a change or edits another field not at all': (about) =>
			(hasNoClock(about) || timestampsOf(about) !== 'true') &&
			about.appointment.versions.some(
				(former) => former !== about.version && isSame(former, about.version),
			),
		'then hourly until its start': hasBegun,
	},
	'an acknowledged event runs': {
		'the first delivery within an hour of what a check has reported counts as its late delivery': (
			about,
		) =>
			timestampsOf(about) === 'none' &&
			caughtUpOf(about).some(({ at }) => Math.abs(at - about.at) < 61 * MINUTE),
		'what undoes a change or edits another field not at all': (about) =>
			(hasNoClock(about) || !['true', 'none'].includes(timestampsOf(about))) &&
			caughtUpOf(about).some(({ execution }) => execution.createdAt <= about.at),
		'and is lost if n8n is stopped meanwhile or cannot start its run': (about) =>
			isVerified(about) &&
			(isUnstarted(about) ||
				about.past.world.facts.isStoppedBetween(about.at, about.at + INQUIRY_MS)),
		'The trigger asks about an unknown key, up to 100 at a time, for a minute. Then the event is lost':
			({ past, appointment, arrival }) =>
				arrival!.options.verify &&
				appointment.versions[0]!.at > arrival!.at - LAG_MS &&
				past.world.facts.faults.some(
					({ from, until }) => from < arrival!.at + 2 * LAG_MS && until > arrival!.at + ASKED_MS,
				),
		'An update runs only if its start or its status differs from the last known one': (about) =>
			isPicky(about) && (isVerified(about) || timestampsOf(about) !== 'true'),
		'A change that was undone is none, even if its delivery arrives late': (about) =>
			isPicky(about) && isLate(about) && isReturn(about),
		'With Verify: the API does not know the key': (about) =>
			isVerified(about) &&
			aroundOf(about).dialect.hides === 'lists and keys' &&
			about.appointment.versions
				.slice(about.version.number)
				.some(({ status }) => isCanceled(status)),
		'An update that returns to such an older state does not run': (about) =>
			hasSeveralProcessors(about) && isPicky(about) && isReturn(about),
	},
} satisfies Record<string, Record<string, Condition>>;

export type Rule = keyof typeof EXCUSES;

/** How often each sentence has decided that something is no breach. */
export const decided = new Map<string, number>();

/** Whether a sentence of the documentation allows it. */
export function isExcused(rule: string, about: About): boolean {
	const excuses: Record<string, Condition> = EXCUSES[rule as Rule] ?? {};
	const excuse = Object.keys(excuses).find((sentence) => excuses[sentence]!(about));
	if (excuse) decided.set(excuse, (decided.get(excuse) ?? 0) + 1);
	return excuse !== undefined;
}
