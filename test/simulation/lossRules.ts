import type { IDataObject } from 'n8n-workflow';

import { CREATED, UPDATED, isCanceled, latest, type Appointment, type Version } from './account';
import type { Options } from './circumstances';
import { currentTime, DAY, SECOND } from './clock';
import { INQUIRY_MS } from './excuses';
import { isAcknowledged, type Arrival } from './facts';
import type { Past } from './past';
import { agrees, isChanged } from './reports';
import { tells } from './said';
import { POLLING } from './triggers';

/** A state that lasts is reported within three checks or polls. */
export function judgeMissed(past: Past, node: string): void {
	const { accountNow, around, oracle } = past.world;
	const at = currentTime();
	for (const appointment of accountNow.appointments.values()) {
		const now = latest(appointment);
		const isWatched = now.start > at - DAY + past.world.zonesMs;
		if (appointment.deletedAt < Infinity || !isWatched) continue;
		const subject = past.subject(node, appointment);
		// What was never listed cannot be missed, nor what follows a hidden cancellation.
		const isHidden = around.dialect.hides !== 'nothing' && isCanceled(now.status);
		const [known] = subject.known(at);
		const former = appointment.versions[known?.from ?? -1];
		if (isHidden && (!former || isCanceled(former.status))) continue;
		const about = { past, node, appointment, version: now, at };
		const rule = node === POLLING ? 'a poll loses no change' : 'a change that lasts is reported';
		if (subject.isNews()) oracle.breach(rule, about);
	}
}

/** What was acknowledged has run, with When Finished successfully, unless it needed no run. */
export function judgeAcknowledged(past: Past, arrival: Arrival): void {
	const { delivery, node, endedAt, options } = arrival;
	const { event, account } = delivery;
	const { appointment, version, kind } = event;
	if (!isAcknowledged(arrival) || !options.events.includes(kind)) return;
	const { facts, oracle } = past.world;
	const until = endedAt + (options.verify ? INQUIRY_MS : 0);
	const states = options.verify
		? appointment.versions.filter(({ at, number }) => number >= version.number && at <= until)
		: [version];
	if (!states.every((state) => passes(appointment, event.data, state, options))) return;
	// With Verify, only the account of the credential counts, and it may be edited meanwhile.
	const isOfAccount = facts.periods.some(
		(period) =>
			period.account === account &&
			period.from <= arrival.at &&
			period.to > arrival.at + 12 * SECOND,
	);
	if (options.verify && (!isOfAccount || appointment.deletedAt < endedAt)) return;
	if (hasRun(past, arrival, states)) return;
	const about = { past, node, appointment, version, at: endedAt, arrival };
	if (kind === UPDATED && options.onlyWhenChanged.length > 0) {
		const mustRun = states.every((state) =>
			past
				.before({ ...about, version: state })
				.every((former) => !former || isChanged(former, state, options.onlyWhenChanged)),
		);
		if (!mustRun) return;
	}
	oracle.breach('an acknowledged event runs', about);
}

/** It has run, or a check has reported it. */
function hasRun(past: Past, { delivery, node, endedAt, options }: Arrival, states: Version[]) {
	const { event } = delivery;
	const { appointment, version, kind } = event;
	const { accounts, workflow } = past.world;
	const isLost = workflow
		.started(node, (json) => json.caughtUp !== true && tells(json, event, accounts))
		.some(
			({ mode, lostAt, status }) =>
				mode !== 'retry' && (lostAt !== undefined || status === 'canceled'),
		);
	if (isLost && !options.whenFinished) return true;
	return past
		.saidOf(node, appointment)
		.filter(({ execution }) => !options.whenFinished || execution.status === 'success')
		.some(
			(said) =>
				said.event === event ||
				(said.isCaughtUp &&
					said.kind === kind &&
					said.version.number >= version.number &&
					(kind === CREATED || states.some((state) => agrees(event, state, said.version))) &&
					said.execution.createdAt <= endedAt),
		);
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
