import fc from 'fast-check';

import { sameSeen } from '../../../nodes/AppointmentScheduling/watching/watch';
import { History, steps } from './history';

const lived = async (happening: Parameters<History['take']>[0][]) => {
	const history = new History();
	for (const step of happening) await history.take(step);
	history.end();
	return history;
};

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

it('finds nothing that a delivery has reported, and runs no late delivery of what it has found', async () => {
	const withoutKills = steps.map((all) => all.filter((step) => step.do !== 'kill'));
	await fc.assert(
		fc.asyncProperty(withoutKills, async (happening) => {
			const { runs, appointments } = await lived(happening);
			for (const key of appointments.keys()) {
				const own = runs.filter((run) => run.key === key);
				own.slice(1).forEach((run, index) => {
					const before = own[index]!;
					if (!sameSeen(before.seen, run.seen)) return;
					// An appointment that is changed and changed back has the same state after another event.
					expect(run.isCaughtUp).toBe(false);
					if (before.isCaughtUp) expect(run.at).toBeGreaterThan(before.at);
				});
			}
		}),
		{ numRuns: 500 },
	);
});
