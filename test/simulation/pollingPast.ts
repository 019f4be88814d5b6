import type { Appointment } from './account';
import { MINUTE } from './clock';
import { docs } from './docs';
import type { Oracle } from './oracle';
import { eventIn, storyOf, time, type Said } from './said';
import type { Listed } from './service';
import type { World } from './world';

export const NODE = 'Polling';
/** n8n starts the run of a poll so long after its list at the latest. */
export const STARTED_MS = MINUTE;
/** By so much, n8n's clock may be wrong. */
export const CLOCK_MS = 6 * MINUTE;

/** What the polling trigger has run so far. */
export interface PollingPast {
	readonly world: World;
	readonly oracle: Oracle;
	readonly said: Said[];
	/** Since when the event, the filters and the account are the same. */
	readonly since: number;
	/** Of one appointment, until a moment. */
	lists(appointment: Appointment, at: number): Listed[];
}

/** An excuse for what did not run. */
export function unstarted({ world }: PollingPast, appointment: Appointment) {
	return docs('If n8n cannot start the run of a poll, its items are lost', () =>
		world.workflow.unstarted.some(
			({ node, item }) =>
				node === NODE && eventIn(item, world.accounts)?.appointment === appointment,
		),
	);
}

export const show = ({ kind, version, appointment, at, previous }: Said): string =>
	`${kind} ${version.number} at ${time(at)}, previous ${JSON.stringify(previous)}; ${storyOf(appointment)}`;
