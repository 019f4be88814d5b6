import { CREATED } from './account';
import {
	hasNoClock,
	isLastRun,
	isOfAnotherAccount,
	isOutOfOrder,
	isSetBack,
	isSurpassed,
	isUnsaved,
	MOMENT_MS,
	MOMENTS_MS,
} from './conditions';
import { docs, type Excuse } from './docs';
import type { Past } from './past';
import { firstOf, isSame, show, time, type Said } from './said';

/** An event runs once, and not after a check has reported it. */
export function judgeDelivered(past: Past, said: Said): void {
	const { event, node, version, kind, appointment, account } = said;
	// With Verify, the data may be of another moment.
	const happened = event?.version ?? version;
	const { deduplicate } = past.optionsOf(said);
	const own = past.said.filter((former) => former.node === node);
	const { timestamps, content } = account.dialect;
	for (const former of own) {
		if (former.appointment !== appointment) continue;
		const detail = `${time(former.at)}: ${show(said)}`;
		if (former.event === event && deduplicate) {
			past.oracle.breach('an event runs once', detail, excusesOf(past, former, said));
		}
		const list = past.knowledge
			.lists(past.subject(node, appointment), former.execution.createdAt)
			.at(-1);
		const isReported =
			former.isCaughtUp &&
			former.kind === kind &&
			content === 'whole' &&
			timestamps !== 'days ahead' &&
			isSame(former.version, version) &&
			firstOf(appointment, happened) === happened &&
			happened.at < (list?.viewAt ?? 0);
		if (!isReported) continue;
		past.oracle.breach('a late delivery does not run', detail, excusesOf(past, former, said));
	}
}

/** Why it may run although another run was about the same. */
function excusesOf(past: Past, former: Said, again: Said): Excuse[] {
	const { hasWorkers, dialect } = past.world.around;
	const { facts } = past.world;
	const { execution, kind } = former;
	const { whenFinished } = past.optionsOf(former);
	const copies = facts.arrivals.filter(
		({ delivery }) => delivery.event === again.event && again.event !== undefined,
	);
	const isAtOnce = copies.some((one) =>
		copies.some((two) => one.processor !== two.processor && Math.abs(one.at - two.at) < MOMENT_MS),
	);
	const hasFailed = execution.status === 'error' || execution.status === 'canceled';
	return [
		docs(
			'If the run fails, or n8n is killed during the run, the service gets no success response, and the next delivery runs everything again',
			() => whenFinished && (hasFailed || execution.lostAt !== undefined),
		),
		docs(
			'So may the last events that ran before n8n was killed',
			() => whenFinished && isLastRun(past, execution, again.at),
		),
		docs(
			'A run that you cancel just before n8n is killed runs again',
			() => execution.status === 'canceled' && isUnsaved(past, execution, again.at),
		),
		docs(
			'This holds for the last change that it has reported of an appointment',
			() => former.isCaughtUp && isSurpassed(past, former, again),
		),
		docs('Another account is recorded anew', () => isOfAnotherAccount(past, again)),
		docs(
			'Written when a run ends',
			() => execution.lostAt !== undefined && execution.lostAt <= again.at,
		),
		// What waits for its turn outlives the process that knows it.
		docs(
			'Written when a run ends',
			() =>
				!hasWorkers &&
				again.execution.createdAt <= (execution.savedAt ?? Infinity) &&
				facts.isStoppedBetween(execution.createdAt, again.execution.createdAt),
		),
		docs(
			'If the service gives redeliveries a new timestamp, each one runs',
			() => dialect.timestamps === 'rewritten' && kind !== CREATED,
		),
		docs('a change without a timestamp', () => dialect.timestamps === 'none' && kind !== CREATED),
		docs('To both processors within milliseconds | One or two', () => hasWorkers && isAtOnce),
		docs(
			'Each processor remembers only its own successful events',
			() => hasWorkers && whenFinished && facts.isStoppedBetween(former.at, again.at),
		),
		docs('a change may run twice', () => hasNoClock(past)),
		docs('what is delivered in another order may run twice', () => isOutOfOrder(past, again)),
		docs(
			'If a check and a delivery start the run of a change within a second, both may run',
			() => hasWorkers && Math.abs(former.at - again.at) < MOMENT_MS,
		),
		docs('Runs that ended within the last moments may do so, too', () =>
			isUnsaved(past, execution, again.at, MOMENTS_MS),
		),
		docs(
			'a duplicate that reaches the other processor runs',
			() =>
				hasWorkers && whenFinished && new Set(copies.map(({ processor }) => processor)).size > 1,
		),
		docs('A Code node that writes static data may set the saved state back', () =>
			isSetBack(past, former.at, again.at),
		),
	];
}
