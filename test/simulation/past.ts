import type { Appointment, Version } from './account';
import type { Options } from './circumstances';
import { currentTime } from './clock';
import type { About } from './conditions';
import { isMoment } from './reports';
import { firstOf, type Said } from './said';
import { Subject } from './subject';
import { POLLING } from './triggers';
import type { World } from './world';

/** What the triggers have run so far. */
export class Past {
	readonly said: Said[] = [];

	constructor(readonly world: World) {}

	/** What broke a rule, or needs an excuse. */
	about(said: Said, more: Partial<About> = {}): About {
		const { node, appointment, version, execution } = said;
		const { createdAt: at } = execution;
		return { past: this, said, node, appointment, version, at, ...more };
	}

	saidOf(node: string, appointment: Appointment): Said[] {
		return this.said.filter((one) => one.node === node && one.appointment === appointment);
	}

	subject(node: string, appointment: Appointment, until = currentTime()): Subject {
		return new Subject(this, node, appointment, until);
	}

	/** What a trigger may have known of the time before a version. */
	before({ node, appointment, version, at }: About): Array<Version | undefined> {
		const { number } = version;
		const all = this.subject(node, appointment, at).heard(at, number);
		return all.flatMap((known) => known.possible(number));
	}

	/** Since when polls report the same event of the same appointments. */
	get polledSince(): number {
		return this.world.facts.since(({ polled, status, calendar }) =>
			JSON.stringify(isMoment(polled) ? polled : [polled, status, calendar]),
		);
	}

	/** The version that brought what an event is about. */
	first({ node, appointment, version }: Said): number {
		if (node !== POLLING) return firstOf(appointment, version).number;
		const { polled } = this.world.optionsNow;
		const field = polled === 'rescheduled' ? 'start' : 'status';
		const former = appointment.versions
			.slice(0, version.number)
			.findLastIndex((one) => one[field] !== version[field]);
		return polled === 'created' ? 1 : Math.max(former + 1, 1);
	}

	/** Of the delivery, or of the check. */
	optionsOf({ execution, event, node }: Said): Options {
		const { facts } = this.world;
		const arrival = facts.arrivals.findLast(
			(one) => one.delivery.event === event && one.node === node && one.at <= execution.createdAt,
		);
		return event && arrival ? arrival.options : facts.optionsAt(execution.createdAt);
	}
}
