import { CANCELED } from '../../simulation/account';
import {
	ORDINARY,
	type Circumstances,
	type Dialect,
	type Options,
} from '../../simulation/circumstances';
import { DAY, HOUR, MINUTE, SECOND } from '../../simulation/clock';
import type { History, Step, Via } from '../../simulation/steps';

interface Changes {
	around?: Partial<Circumstances>;
	dialect?: Partial<Dialect>;
	options?: Partial<Options>;
}

/** The soonest one that begins after a history does, the one after it, and the first new one. */
const [SOON, LATER, NEW] = [2, 3, 4];

const pass = (ms = 3 * MINUTE): Step => ({ do: 'pass', ms });
const shift = (which: number, hours: number, via: Via = 'now'): Step => ({
	do: 'shift',
	which,
	hours,
	via,
});
const mark = (which: number, status: string, via: Via = 'now'): Step => ({
	do: 'mark',
	which,
	status,
	via,
});
const book = (via: Via): Step => ({
	do: 'book',
	ahead: DAY,
	calendar: 'c1',
	status: 'CONFIRMED',
	via,
});
const credential = (account: 'A' | 'A2' | 'B'): Step => ({
	do: 'credential',
	account,
	isOther: false,
});
/** Nothing is checked in the next half a minute. */
const betweenChecks = pass(20 * SECOND);
/** Another token of the account A. */
const renewed = [betweenChecks, credential('A2'), book('never'), pass()];
const publishAgain: Step = { do: 'unpublish', changes: [], ms: 5 * SECOND };
const repeated = (count: number, steps: (round: number) => Step[]): Step[] =>
	Array.from({ length: count }, (_, round) => steps(round)).flat();

const usual = (choices: Record<string, unknown[]>) =>
	Object.fromEntries(Object.entries(choices).map(([name, [first]]) => [name, first]));

/** In an ordinary world, changed in what a mistake needs. All of them begin with a first check. */
function history(steps: Step[], changes: Changes = {}, seed = 1): History {
	const dialect = { ...usual(ORDINARY.dialect), ...changes.dialect };
	const options = { ...usual(ORDINARY.options), ...changes.options };
	const around = { ...usual(ORDINARY.around), ...changes.around, dialect, options, seed };
	return { around: around as Circumstances, steps: [pass(), ...steps] };
}

/** The shortest history in which a mistake breaks a promise, for those that seldom meet one. */
export const HISTORIES: Record<string, History> = {
	'27.2 an unknown appointment is never canceled': history(
		[betweenChecks, book('never'), mark(NEW, 'CANCELED', 'never'), pass()],
		{ options: { events: [CANCELED] } },
	),
	'27.5 the former account is forgotten': history([
		credential('B'),
		pass(),
		credential('A'),
		book('never'),
		pass(),
	]),
	'27.8 starts agree by digits or as moments each time': history([shift(LATER, 1), pass()], {
		dialect: { dates: 'mixedUtc' },
		options: { onlyWhenChanged: ['start'] },
	}),
	'27.10 with a renewed token, nothing known means another account': history(renewed, {
		around: { isEmpty: true },
	}),
	'27.10 with a renewed token, nothing known means another account to polls': history(renewed, {
		around: { isEmpty: true, triggers: 'polling' },
	}),
	'27.11 publishing again forgets what was reported': history(
		[
			mark(LATER, 'PENDING', 'later'),
			mark(LATER, 'CANCELED'),
			pass(),
			publishAgain,
			pass(),
			{ do: 'deliver', which: 0 },
			pass(20 * MINUTE),
		],
		{ dialect: { hides: 'lists' } },
	),
	'27.13 a delivery with only the key leaves no trace': history(
		[shift(LATER, 1), pass(20 * MINUTE)],
		{ around: { hasWorkers: true }, dialect: { content: 'none' } },
	),
	'Catch Up: At Start does not come back to what a worker may still be running': history(
		[{ do: 'slow', ms: 10 * MINUTE }, mark(LATER, 'PENDING'), { do: 'killWorker' }],
		{ around: { hasWorkers: true }, options: { catchUp: 'atStart' } },
	),
	'27.13 without timestamps, what a check has reported never runs again': history(
		[
			mark(LATER, 'PENDING', 'never'),
			pass(3 * HOUR),
			{ do: 'edit', which: LATER, via: 'now' },
			pass(),
		],
		{ dialect: { timestamps: 'none' } },
	),
	'27.13 a process that has led before keeps its copy': history(
		[
			{ do: 'leader' },
			pass(),
			mark(LATER, 'PENDING', 'never'),
			pass(3 * HOUR),
			betweenChecks,
			mark(LATER, 'CONFIRMED', 'never'),
			{ do: 'leader' },
			pass(20 * MINUTE),
		],
		{ around: { hasWorkers: true } },
	),
	'27.13 publishing again repeats what has run': history(
		repeated(3, (round) => [
			shift(SOON, round % 2 ? -1 : 1),
			{ do: 'stop', changes: [], ms: 5 * SECOND },
			publishAgain,
			pass(),
		]),
		{ dialect: { lagMs: MINUTE - SECOND } },
	),
	'a hidden cancellation is only looked for by its key': history(
		[mark(LATER, 'CANCELED', 'never'), pass(20 * MINUTE)],
		{ dialect: { hides: 'lists and keys' } },
	),
	'a run that could not be started stays in progress': history([
		mark(SOON, 'PENDING', 'never'),
		pass(),
		{ do: 'refuse', ms: 3 * MINUTE },
		mark(LATER, 'PENDING', 'never'),
		pass(20 * MINUTE),
	]),
	'every other token is another account': history(renewed),
};
