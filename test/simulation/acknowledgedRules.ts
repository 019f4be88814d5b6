import type { IDataObject } from 'n8n-workflow';

import {
	CANCELED,
	CREATED,
	UPDATED,
	isCanceled,
	versionAt,
	type Appointment,
	type Version,
} from './account';
import type { Options } from './circumstances';
import { MINUTE, SECOND } from './clock';
import { hasNoClock, hasSeveralProcessors } from './conditions';
import { docs } from './docs';
import { isAcknowledged, type Arrival } from './facts';
import { agrees, differs } from './expectedReports';
import type { Past } from './past';
import { eventIn, isSame, storyOf, time } from './said';

/** With Verify, the API may be asked so long after the response. */
const INQUIRY_MS = 62 * SECOND;

/** A booking may be unknown to the API so long, and for so long the API is asked about it at least. */
const LAG_MS = 5 * SECOND;
const ASKED_MS = 55 * SECOND;

/** What was acknowledged has run, with When Finished successfully, unless it needed no run. */
export function judgeAcknowledged(past: Past, arrival: Arrival): void {
	const { delivery, node, endedAt, options } = arrival;
	const { event } = delivery;
	const { appointment, version, kind } = event;
	const { timestamps, hides } = delivery.account.dialect;
	if (!isAcknowledged(arrival) || !options.events.includes(kind)) return;
	const until = endedAt + (options.verify ? INQUIRY_MS : 0);
	const states = options.verify
		? appointment.versions.filter(({ at, number }) => number >= version.number && at <= until)
		: [version];
	if (!states.every((state) => passes(appointment, event.data, state, options))) return;
	const { accounts, workflow, facts } = past.world;
	// With Verify, only the account of the credential counts, and it may be edited meanwhile.
	const isOfAccount = facts.periods.some(
		({ account, from, to }) =>
			account === delivery.account && from <= arrival.at && to > arrival.at + 12 * SECOND,
	);
	if (options.verify && (!isOfAccount || appointment.deletedAt < endedAt)) return;
	const started = workflow.executions.filter(
		(execution) =>
			execution.node === node &&
			execution.mode !== 'retry' &&
			execution.data
				.flat()
				.some(({ json }) => json.caughtUp !== true && eventIn(json, accounts)?.event === event),
	);
	const ran = past.said.filter((said) => said.event === event && said.node === node);
	const counts = options.whenFinished
		? ran.some(({ execution }) => execution.status === 'success')
		: ran.length > 0 ||
			started.some(({ lostAt, status }) => lostAt !== undefined || status === 'canceled');
	const isReported = past.said.some(
		(said) =>
			said.node === node &&
			said.isCaughtUp &&
			said.appointment === appointment &&
			said.kind === kind &&
			(!options.whenFinished || said.execution.status === 'success') &&
			said.version.number >= version.number &&
			(kind === CREATED || states.some((state) => agrees(event, state, said.version))) &&
			said.execution.createdAt <= endedAt,
	);
	if (counts || isReported) return;
	const caughtUp = past.said.filter(
		(said) =>
			said.isCaughtUp &&
			said.node === node &&
			said.appointment === appointment &&
			said.kind === kind &&
			isSame(said.version, version),
	);
	if (kind === UPDATED && options.onlyWhenChanged.length > 0) {
		const possible = states.flatMap((state) =>
			past.before(node, appointment, state, endedAt).map((former) => ({ former, state })),
		);
		const mustRun = possible.every(
			({ former, state }) => !former || differs(former, state, options.onlyWhenChanged),
		);
		if (!mustRun) return;
	}
	const detail = `${kind} ${version.number} acknowledged at ${time(endedAt)}; ${storyOf(appointment)}`;
	past.oracle.breach('an acknowledged event runs', detail, [
		docs(
			'the first delivery within an hour of what a check has reported counts as its late delivery',
			() =>
				timestamps === 'none' && caughtUp.some(({ at }) => Math.abs(at - endedAt) < 61 * MINUTE),
		),
		docs(
			'what undoes a change or edits another field not at all',
			() =>
				(hasNoClock(past) || !['true', 'none'].includes(timestamps)) &&
				caughtUp.some(({ execution }) => execution.createdAt <= endedAt),
		),
		docs(
			'and is lost if n8n is stopped meanwhile or cannot start its run',
			() =>
				options.verify &&
				(facts.isStoppedBetween(endedAt, until) ||
					workflow.unstarted.some(
						(one) => one.node === node && eventIn(one.item, accounts)?.event === event,
					)),
		),
		docs(
			'The trigger asks about an unknown key, up to 100 at a time, for a minute. Then the event is lost',
			() =>
				options.verify &&
				appointment.versions[0]!.at > arrival.at - LAG_MS &&
				facts.faults.some(
					({ from, until }) => from < arrival.at + 2 * LAG_MS && until > arrival.at + ASKED_MS,
				),
		),
		docs(
			'An update runs only if its start or its status differs from the last known one',
			() =>
				kind === UPDATED &&
				options.onlyWhenChanged.length > 0 &&
				(isLearned(past, arrival, states) ||
					past.said.some(
						(said) =>
							(said.isCaughtUp || options.verify) &&
							said.node === node &&
							said.appointment === appointment &&
							states.some((state) => isSame(state, said.version)) &&
							said.execution.createdAt <= until,
					)),
		),
		docs(
			'A change that was undone is none, even if its delivery arrives late',
			() =>
				kind === UPDATED &&
				options.onlyWhenChanged.length > 0 &&
				isPast(past, arrival) &&
				appointment.versions
					.slice(0, version.number)
					.some((former) => !differs(former, version, options.onlyWhenChanged)),
		),
		docs(
			'With Verify: the API does not know the key',
			() =>
				options.verify &&
				kind !== CANCELED &&
				hides === 'lists and keys' &&
				states.some(({ status }) => isCanceled(status)),
		),
		docs(
			'An update that returns to such an older state does not run',
			() =>
				hasSeveralProcessors(past) &&
				kind === UPDATED &&
				options.onlyWhenChanged.length > 0 &&
				appointment.versions
					.slice(0, version.number)
					.some((former) => !differs(former, version, options.onlyWhenChanged)),
		),
	]);
}

/** A list or a run has shown it before, and nothing says whether the event is older than that. */
function isLearned(past: Past, { delivery, node, endedAt, options }: Arrival, states: Version[]) {
	const { account, event } = delivery;
	if (account.dialect.timestamps === 'true' && !options.verify) return false;
	const { appointment } = event;
	const subject = past.subject(node, appointment, endedAt);
	const known = [
		...past.knowledge
			.lists(subject, endedAt)
			.map((list) =>
				past.world.isMisread
					? versionAt(appointment, list.viewAt)
					: past.knowledge.shown(subject, list),
			),
		...subject.said
			.filter(({ execution }) => execution.createdAt <= endedAt)
			.map(({ version }) => version),
	];
	return states.some((state) =>
		known.some((one) => one && !differs(one, state, options.onlyWhenChanged)),
	);
}

/** Something later had been delivered before. */
const isPast = (past: Past, { delivery: { event }, node, at }: Arrival): boolean =>
	past.world.facts.arrivals.some(
		(other) =>
			other.node === node &&
			other.delivery.event.appointment === event.appointment &&
			other.delivery.event.version.number > event.version.number &&
			other.at <= at,
	);

/** What a delivery does not contain passes. */
function passes(
	{ calendar }: Appointment,
	data: IDataObject,
	{ status }: Version,
	options: Options,
): boolean {
	const isOpen = (value: unknown) => value === undefined && !options.verify;
	const isCalendar = options.calendar === '' || calendar === options.calendar;
	const isStatus = options.status.length === 0 || options.status.includes(status);
	return (isCalendar || isOpen(data.calendar)) && (isStatus || isOpen(data.status));
}
