import { changed, ORDINARY, type Changes, type Circumstances } from '../simulation/circumstances';
import { DAY, HOUR, MINUTE, SECOND } from '../simulation/clock';
import type { History, Step, Via } from '../simulation/steps';

/** The soonest one that begins after a history does, and the one after it. */
const [SOON, LATER] = [2, 3];

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
const deliver: Step = { do: 'deliver', which: 0 };
const credential = (account: 'A' | 'B'): Step => ({ do: 'credential', account, isOther: false });
const publishAgain: Step = { do: 'unpublish', changes: [], ms: 5 * SECOND };
const repeated = (count: number, steps: (round: number) => Step[]): Step[] =>
	Array.from({ length: count }, (_, round) => steps(round)).flat();

/** In an ordinary world, changed in what a mistake needs. All of them begin with a first check. */
function history(steps: Step[], changes: Changes = {}, seed = 1): History {
	const { around, dialect, options } = changed(ORDINARY, changes);
	return {
		around: {
			...firstOf(around),
			dialect: firstOf(dialect),
			options: firstOf(options),
			seed,
		} as unknown as Circumstances,
		steps: [pass(), ...steps],
	};
}

const firstOf = (choices: Record<string, readonly unknown[]>) =>
	Object.fromEntries(Object.entries(choices).map(([name, [first]]) => [name, first]));

/** The shortest history in which a mistake breaks a promise, for those that seldom meet one. */
export const HISTORIES: Record<string, History> = {
	'27.3 an appointment is forgotten when it has left the list': history(
		[{ do: 'leap', ms: 3 * DAY }, pass(), { do: 'edit', which: SOON, via: 'now' }, pass()],
		{ options: { onlyWhenChanged: [['status']] } },
	),
	'27.5 the former account is forgotten': history([
		credential('B'),
		pass(),
		credential('A'),
		{ do: 'book', ahead: DAY, calendar: 'c1', status: 'CONFIRMED', via: 'never' },
		pass(),
	]),
	'27.7 a list lags 20 seconds at most': history(
		repeated(10, (round) => [shift(SOON, round % 2 ? -1 : 1), pass()]),
		{ dialect: { lagMs: [MINUTE - SECOND] } },
		6,
	),
	'27.8 starts agree by digits or as moments each time': history([shift(LATER, 1), pass()], {
		dialect: { dates: ['mixedUtc'] },
		options: { onlyWhenChanged: [['start']] },
	}),
	'27.9 Catch Up runs although the registration was refused': history([
		{ do: 'fault', fault: 'unavailable', lists: false, ms: 3 * MINUTE },
		{ do: 'publish' },
		pass(20 * MINUTE),
		shift(LATER, 1, 'never'),
		pass(20 * MINUTE),
	]),
	'27.11 publishing again forgets what was reported': history(
		[
			mark(LATER, 'PENDING', 'later'),
			mark(LATER, 'CANCELED'),
			pass(),
			publishAgain,
			pass(),
			deliver,
			pass(20 * MINUTE),
		],
		{ dialect: { hides: ['lists'] } },
	),
	'27.13 a delivery with only the key leaves no trace': history(
		[shift(LATER, 1), pass(20 * MINUTE)],
		{ around: { hasWorkers: [true] }, dialect: { content: ['none'] } },
	),
	'27.13 without timestamps, what a check has reported never runs again': history(
		[
			mark(LATER, 'PENDING', 'never'),
			pass(3 * HOUR),
			{ do: 'edit', which: LATER, via: 'now' },
			pass(),
		],
		{ dialect: { timestamps: ['none'] } },
	),
};
