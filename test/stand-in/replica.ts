import type { Appointment } from './appointments';
import type { Settings } from './settings';

interface Former {
	until: number;
	/** None if it was not there yet. */
	appointment: Appointment | undefined;
}

/** The former states that reads show while the copy they are made from lags behind. */
export class Replica {
	private readonly former = new Map<string, Former[]>();

	constructor(private readonly settings: Pick<Settings, 'lag'>) {}

	get lags(): boolean {
		return this.settings.lag > 0;
	}

	keys(): Iterable<string> {
		return this.former.keys();
	}

	/** Keeps what an appointment is until now. */
	remember(key: string, appointment: Appointment | undefined): void {
		if (!this.lags) return;
		const former = { until: Date.now(), appointment: appointment && { ...appointment } };
		this.former.set(key, [...(this.former.get(key) ?? []), former]);
	}

	seen(key: string, current: Appointment | undefined): Appointment | undefined {
		const moment = Date.now() - this.settings.lag;
		const former = this.former.get(key)?.find(({ until }) => until > moment);
		return former ? former.appointment : current;
	}
}
