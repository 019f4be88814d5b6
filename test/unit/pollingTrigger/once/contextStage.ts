import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Service, Status } from '../../../stand-in';
import type { PollingWorkflow } from '../../support';
import type { Stage, State, Told } from './scenario';
import { clock, iso, pollingFor } from '../support';

let plays = 0;

/** The stand-in, and the node on n8n's real context with the static data that n8n saves. */
export class ContextStage implements Stage {
	private readonly polling: PollingWorkflow;
	private pending: 'activate' | 'restart' | undefined = 'activate';
	/** Plays share the service; what earlier ones left is long past. */
	private readonly prefix = `${(plays += 1)}-`;

	constructor(
		private readonly at: Service,
		parameters: INodeParameters,
	) {
		for (const { appointment_key: key } of [...at.appointments.list()]) {
			at.appointments.update(key, { start: 0 });
		}
		this.polling = pollingFor(at, parameters, 'America/New_York');
	}

	book(key: string, { start, status }: State): void {
		this.at.book({
			appointment_key: this.prefix + key,
			start_date: iso(start),
			status: status as Status,
		});
	}

	move(key: string, start: number): void {
		this.at.reschedule(this.prefix + key, iso(start));
	}

	setStatus(key: string, status: string): void {
		this.at.updateStatus(this.prefix + key, status as Status);
	}

	async poll(now: number, fails: boolean): Promise<Told[] | undefined> {
		clock(now);
		if (fails) this.at.faults.add({ times: 1, action: { kind: 'respond', status: 403 } });
		try {
			const items = await this.pollOnce();
			this.pending = undefined;
			return (items ?? []).map(({ json: { data, previous, leadTime } }) => ({
				key: String((data as IDataObject).appointment_key).slice(this.prefix.length),
				...this.stateOf(data as IDataObject),
				...(leadTime ? { leadTime: leadTime as Told['leadTime'] } : {}),
				...(previous ? { previous: this.stateOf(previous as IDataObject) } : {}),
			}));
		} catch (error) {
			if (!fails) throw error;
			return undefined;
		} finally {
			this.at.faults.clear();
		}
	}

	private async pollOnce() {
		if (this.pending === 'restart') return await this.polling.restart();
		return this.pending ? await this.polling.activate() : await this.polling.tick();
	}

	restart(): void {
		if (this.pending !== 'activate') this.pending = 'restart';
	}

	private stateOf({ start_date, status }: IDataObject): State {
		return { start: this.at.zone.moment(String(start_date)), status: String(status) };
	}
}
