import { judgeAcknowledged } from './acknowledgedRules';
import { judgeCaughtUp, judgeMissed } from './catchUpRules';
import { judgeDelivered } from './deliveryRules';
import { judgeContent, judgeFilters, judgePrevious } from './itemRules';
import type { Oracle } from './oracle';
import { Past } from './past';
import { saidBy } from './said';
import type { World } from './world';

/** What the webhook trigger promises. */
export class WebhookRules {
	private seen = 0;
	private readonly past: Past;

	constructor(world: World, oracle: Oracle) {
		this.past = new Past(world, oracle);
	}

	/** What has run since the last time. */
	observe(): void {
		const { world, oracle, said: former } = this.past;
		const { runs } = world.workflow;
		for (; this.seen < runs.length; this.seen += 1) {
			const run = runs[this.seen]!;
			if (run.node === 'Polling' || run.execution.mode === 'retry') continue;
			const said = saidBy(run, world.accounts);
			if (!said || (!said.isCaughtUp && !said.event)) {
				oracle.breach('what runs has happened', JSON.stringify(run.item));
				continue;
			}
			if (said.isCaughtUp) judgeCaughtUp(this.past, said);
			else judgeDelivered(this.past, said);
			judgeFilters(this.past, said);
			judgePrevious(this.past, said);
			judgeContent(this.past, said);
			former.push(said);
		}
	}

	/** Once everything has ended: what was acknowledged has run, and the state of each appointment is known. */
	conclude(): void {
		const { world } = this.past;
		for (const arrival of world.facts.arrivals) judgeAcknowledged(this.past, arrival);
		for (const node of world.triggersOfWebhook) this.missed(node);
	}

	missed(node: string): void {
		judgeMissed(this.past, node);
	}
}
