import fc from 'fast-check';

import { sameSeen } from '../../../../../nodes/AppointmentScheduling/watching/watch';
import { History } from './history';
import { steps, type Data } from './steps';

const lived = async (happening: Parameters<History['take']>[0][]) => {
	const history = new History();
	for (const step of happening) await history.take(step);
	await history.end();
	return history;
};

/** As one service delivers them. */
const delivering = (histories: typeof steps, data: Data) =>
	histories.map((all) => all.map((step) => (step.do === 'deliver' ? { ...step, data } : step)));

it('reports the present state of every appointment, by a run that no kill has ended', async () => {
	await fc.assert(
		fc.asyncProperty(steps, async (happening) => {
			const history = await lived(happening);
			for (const key of history.appointments.keys()) {
				const state = history.stateOf(key);
				const whole = history.runs.filter((run) => run.key === key && !run.lostByKill);
				expect(whole.some(({ seen }) => sameSeen(seen, state))).toBe(true);
			}
		}),
		{ numRuns: 500 },
	);
});

const withoutKills = steps.map((all) => all.filter((step) => step.do !== 'kill'));

it('catches up no state whose change was delivered, however late, and after which other ones', async () => {
	await fc.assert(
		fc.asyncProperty(withoutKills, async (happening) => {
			const { runs } = await lived(happening);
			expect(runs.filter(({ lastDelivered }) => lastDelivered)).toEqual([]);
		}),
		{ numRuns: 500 },
	);
});

it.each(['whole', 'changed', 'none'] as const)(
	'catches up nothing if all changes were delivered, in any order, with data: %s',
	async (data) => {
		await fc.assert(
			fc.asyncProperty(delivering(withoutKills, data), async (happening) => {
				const { runs } = await lived(happening);
				expect(runs.filter(({ allDelivered }) => allDelivered)).toEqual([]);
			}),
			{ numRuns: 500 },
		);
	},
);

it('finds nothing twice, and runs no late delivery of what it has found', async () => {
	await fc.assert(
		fc.asyncProperty(withoutKills, async (happening) => {
			const { runs, appointments } = await lived(happening);
			for (const key of appointments.keys()) {
				const own = runs.filter((run) => run.key === key);
				own.slice(1).forEach((run, index) => {
					const before = own[index]!;
					if (!sameSeen(before.seen, run.seen)) return;
					if (!before.isCaughtUp) return;
					expect(run.isCaughtUp).toBe(false);
					// An appointment that is changed and changed back has the same state after another event.
					expect(run.at).toBeGreaterThan(before.at);
				});
			}
		}),
		{ numRuns: 500 },
	);
});
