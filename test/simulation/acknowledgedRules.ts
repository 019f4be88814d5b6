import type { IDataObject } from 'n8n-workflow';

import {
	CANCELED,
	CREATED,
	UPDATED,
	isCanceled,
	type Appointment,
	type Event,
	type Version,
} from './account';
import type { Options } from './circumstances';
import { MINUTE, SECOND } from './clock';
import { hasSeveralProcessors } from './conditions';
import { docs } from './docs';
import { isAcknowledged, type Arrival } from './facts';
import { differs } from './expectedReports';
import type { Past } from './past';
import { eventIn, isSame, storyOf, time } from './said';

/** What was acknowledged has run, with When Finished successfully, unless it needed no run. */
export function judgeAcknowledged(past: Past, arrival: Arrival): void {
	const { delivery, node, endedAt, options } = arrival;
	const { event } = delivery;
	const { appointment, version, kind } = event;
	const { timestamps, hides } = delivery.account.dialect;
	if (!isAcknowledged(arrival) || !options.events.includes(kind)) return;
	const states = options.verify
		? appointment.versions.filter(({ at, number }) => number >= version.number && at <= endedAt)
		: [version];
	if (!states.every((state) => passes(appointment, event.data, state, options))) return;
	// With Verify, only the account of the credential counts.
	if (options.verify && (delivery.account !== arrival.account || appointment.deletedAt < endedAt))
		return;
	const { accounts, workflow, facts } = past.world;
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
			(said.version.number >= version.number || timestamps === 'booking') &&
			(kind === CREATED || states.some((state) => agrees(event, state, said.version))) &&
			said.execution.createdAt <= endedAt,
	);
	if (counts || isReported) return;
	const isTaken = past.said.some(
		(said) =>
			said.isCaughtUp &&
			said.appointment === appointment &&
			said.kind === kind &&
			isSame(said.version, version) &&
			Math.abs(said.at - endedAt) < 61 * MINUTE,
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
			() => timestamps === 'none' && isTaken,
		),
		docs(
			'The trigger asks about an unknown key, up to 100 at a time, for a minute: if it takes longer, or n8n is stopped meanwhile, the event is lost',
			() => options.verify && facts.isStoppedBetween(endedAt, arrival.at + 62 * SECOND),
		),
		docs(
			'An update runs only if its start or its status differs from the last known one',
			() =>
				kind === UPDATED &&
				options.onlyWhenChanged.length > 0 &&
				past.said.some(
					(said) =>
						said.isCaughtUp &&
						said.node === node &&
						said.appointment === appointment &&
						states.some((state) => isSame(state, said.version)) &&
						said.execution.createdAt <= endedAt,
				),
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

/** Whether two versions agree in what an event contains. */
const agrees = ({ data, kind }: Event, one: Version, other: Version): boolean =>
	(one.start === other.start || data.start_date === undefined) &&
	(one.status === other.status || (data.status === undefined && kind !== CREATED));
