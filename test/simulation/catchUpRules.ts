import { isCanceled, latest } from './account';
import { currentTime, HOUR, MINUTE } from './clock';
import {
	hasFailed,
	hasNoClock,
	hasSeveralProcessors,
	isBackSoon,
	isOutOfOrder,
	isSetBack,
	isUndone,
	isUnknownAccount,
	isUnsaved,
	MOMENT_MS,
	MOMENTS_MS,
} from './conditions';
import { docs, says } from './docs';
import type { Past } from './past';
import { endOf, firstOf, isSame, show, storyOf, type Said } from './said';

/** A state that lasts is reported within three checks. */
export function judgeMissed(past: Past, node: string): void {
	if (past.world.optionsNow.catchUp === 'off') return;
	for (const appointment of past.world.accountNow.appointments.values()) {
		const now = latest(appointment);
		const isWatched =
			appointment.deletedAt === Infinity &&
			now.start > currentTime() - 24 * HOUR + past.knowledge.zonesMs;
		if (!isWatched) continue;
		const subject = past.subject(node, appointment);
		// What was never listed cannot be missed, nor what follows a hidden cancellation.
		const isHidden = past.world.around.dialect.hides !== 'nothing' && isCanceled(now.status);
		const [known] = past.knowledge.of(subject, currentTime());
		const former = appointment.versions[known?.from ?? -1];
		if (isHidden && (!former || isCanceled(former.status))) continue;
		if (!past.knowledge.isNews(subject)) continue;
		past.oracle.breach('a change that lasts is reported', `${node}, ${storyOf(appointment)}`, [
			docs(
				'If an appointment has left the list',
				() => isHidden && isCanceled(appointment.versions[known?.from ?? 0]!.status),
			),
			docs('A check starts one run for a state whose run failed', () => hasFailed(subject, now)),
			docs(
				'After three runs that were interrupted by the end of n8n',
				() => subject.said.filter(({ execution }) => execution.lostAt !== undefined).length > 2,
			),
			docs(
				'If a state comes back within 15 minutes of its end or of an earlier run about it',
				() => past.world.around.hasWorkers && isBackSoon(subject, now),
			),
			docs(
				'The same holds for changes within ten minutes of a delivery without start or status',
				() =>
					past.world.around.hasWorkers &&
					past.world.around.dialect.content !== 'whole' &&
					past.world.facts.arrivals.some(
						({ delivery, at }) =>
							delivery.event.appointment === appointment &&
							Math.abs(firstOf(appointment, now).at - at) < 10 * MINUTE,
					),
			),
			docs(
				'a check waits for up to 15 minutes and then runs the change',
				() =>
					past.world.around.hasWorkers &&
					subject.said.some(
						({ execution: { lostAt = -Infinity } }) =>
							lostAt > currentTime() - 15 * MINUTE - 3 * (past.world.interval ?? 0),
					),
			),
			docs('A change that was undone is none, even if its delivery arrives late', () =>
				isUndone(subject, now),
			),
			docs(
				'Only When Changed needs one webhook processor',
				() =>
					hasSeveralProcessors(past) &&
					past.optionsAt(currentTime()).onlyWhenChanged.length > 0 &&
					past.world.facts.arrivals.some(
						({ delivery: { event } }) => event.version === now && event.appointment === appointment,
					),
			),
			docs(
				'what undoes a change or edits another field not at all',
				() =>
					(hasNoClock(past) || past.world.around.dialect.timestamps !== 'true') &&
					appointment.versions.some((former) => former !== now && isSame(former, now)),
			),
			docs(
				'then hourly until its start',
				() =>
					isHidden &&
					[now, ...past.knowledge.possible(subject, known!, Infinity)].some(
						(one) => one && one.start < currentTime(),
					),
			),
			docs('A Code node that writes static data may set the saved state back', () =>
				isSetBack(past, 0, currentTime()),
			),
		]);
	}
}

/** A check reports what is, and what neither a delivery nor a run has said. */
export function judgeCaughtUp(past: Past, said: Said): void {
	const { appointment, version, node, kind } = said;
	const at = said.execution.createdAt;
	const subject = past.subject(node, appointment);
	const list = past.knowledge.lists(subject, at).at(-1);
	if (!list || endOf(appointment, version) < list.viewAt) {
		past.oracle.breach('a check reports what is', show(said));
	}
	if (past.world.facts.isRefusedAt(at, node)) {
		past.oracle.breach('without a webhook, Catch Up runs nothing', show(said));
	}
	const first = firstOf(appointment, version);
	const isRepeated = subject.said.some(
		(former) =>
			former.isCaughtUp &&
			former.execution.status === 'error' &&
			firstOf(appointment, former.version) === first &&
			past.optionsAt(former.execution.createdAt).whenFinished &&
			!(
				subject.said.some(
					(other) => other.at > former.at && firstOf(appointment, other.version) !== first,
				) && says('until another state has run')
			),
	);
	if (isRepeated) past.oracle.breach('a check repeats no run that failed', show(said));
	const isNews = past.knowledge.of(subject, at).some((known) => {
		if (known.from >= first.number) return false;
		const formers = past.knowledge.possible(subject, known, first.number);
		return formers.some((former) => subject.report(at)(former, version) === kind);
	});
	if (isNews) return;
	past.oracle.breach('a check reports only news', show(said), [
		docs('a change may run twice', () => hasNoClock(past)),
		docs('what is delivered in another order may run twice', () => isOutOfOrder(past, said)),
		docs(
			'Enter the zone of your account as Service Timezone',
			() => past.world.around.hasWorkers && past.world.isMisread,
		),
		docs('If a new token comes while no known appointment is left', () =>
			isUnknownAccount(past, said),
		),
		docs('If n8n is killed, the runs in progress start again from their beginning', () =>
			subject.said.some(
				({ execution: { lostAt = Infinity }, ...former }) =>
					lostAt <= at && former.kind === kind && isSame(former.version, version),
			),
		),
		docs('Runs that ended within the last moments may do so, too', () =>
			subject.said.some(({ execution }) => isUnsaved(past, execution, at, MOMENTS_MS)),
		),
		docs(
			'If a run has begun on a worker and not ended, a check waits for up to 15 minutes and then runs the change',
			() =>
				past.world.around.hasWorkers &&
				subject.said.some(({ at: begunAt, execution: { savedAt = Infinity } }) =>
					past.world.facts.restarts.some((stop) => stop >= begunAt && stop <= savedAt + MOMENT_MS),
				),
		),
		docs(
			'What was delivered more than four hours before the check that finds it may run again',
			() => past.world.around.hasWorkers && version.at < at - 4 * HOUR,
		),
		docs(
			'event and previous may skip what was delivered since',
			() =>
				past.world.around.hasWorkers &&
				!subject.said.some((former) => isSame(former.version, version)),
		),
		docs(
			'If a check and a delivery start the run of a change within a second, both may run',
			() =>
				past.world.around.hasWorkers &&
				subject.said.some((former) => Math.abs(former.execution.createdAt - at) < MOMENT_MS),
		),
		docs(
			'Only When Changed needs one webhook processor',
			() => hasSeveralProcessors(past) && past.optionsAt(at).onlyWhenChanged.length > 0,
		),
		docs('A Code node that writes static data may set the saved state back', () =>
			isSetBack(past, 0, at),
		),
	]);
}
