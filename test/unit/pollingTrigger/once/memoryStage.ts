import type { IDataObject } from 'n8n-workflow';

import { pollOnce } from '../../../../nodes/AppointmentScheduling/pollingTrigger/poll';
import type { Setup } from '../../../../nodes/AppointmentScheduling/pollingTrigger/setup';
import { Snapshot } from '../../../../nodes/AppointmentScheduling/watching/snapshot';
import { Zone } from '../../../stand-in/zone';
import { json, talkTo } from '../../service/support';
import type { Stage, State, Told } from './scenario';

export interface Circumstances {
	serviceZone: string;
	zone: string;
	/** How the service writes a start. */
	dates: 'offset' | 'utc' | 'wallClock';
	/** Whether its list hides canceled appointments, and which filter shows them. */
	hides: false | 'byFlag' | 'byStatus';
}

/** A service and n8n's static data, both inside the test. */
export class MemoryStage implements Stage {
	private readonly appointments = new Map<string, State>();
	private readonly serviceZone: Zone;
	private fails = false;
	private stored: IDataObject = {};
	private saved = '{}';
	private activating = true;
	constructor(
		private readonly setup: Pick<Setup, 'event' | 'leadTimes'>,
		private readonly circumstances: Circumstances,
	) {
		this.serviceZone = new Zone(circumstances.serviceZone);
	}

	private readonly talk = talkTo(({ url }) => {
		if (this.fails) return json({ detail: 'Not today' }, 400);
		const { pathname, searchParams } = new URL(url);
		if (!pathname.endsWith('/appointments/')) return json({ detail: 'Not found' }, 404);
		const [from = '', to = '9999', flag, wanted] = [
			'start_date',
			'end_date',
			'is_cancelled',
			'status',
		].map((name) => searchParams.get(name) ?? undefined);
		const results = [...this.appointments].filter(([, { start, status }]) => {
			const wall = this.serviceZone.wall(start);
			return wall >= from && wall <= to && this.isListed(status, flag === 'true', wanted);
		});
		return json({ results: results.map(([id, state]) => this.shown(id, state)) });
	});

	private isListed(status: string, flag: boolean, wanted: string | undefined): boolean {
		if (wanted !== undefined && wanted !== status) return false;
		const { hides } = this.circumstances;
		// Where the flag disagrees with the status, it is set for nothing.
		const isCanceled = status.startsWith('CANCELED');
		if (flag) return hides !== 'byStatus' && isCanceled;
		return !isCanceled || !hides || (hides === 'byStatus' && wanted !== undefined);
	}

	private shown(key: string, { start, status }: State): IDataObject {
		const written = {
			offset: this.serviceZone.iso(start),
			utc: new Date(start).toISOString(),
			wallClock: this.serviceZone.wall(start),
		}[this.circumstances.dates];
		return { appointment_key: key, status, start_date: written };
	}

	private read({ start_date, status }: IDataObject): State {
		return { start: this.serviceZone.moment(String(start_date)), status: String(status) };
	}

	book(key: string, state: State): void {
		this.appointments.set(key, state);
	}

	move(key: string, start: number): void {
		this.appointments.set(key, { ...this.appointments.get(key)!, start });
	}

	setStatus(key: string, status: string): void {
		this.appointments.set(key, { ...this.appointments.get(key)!, status });
	}

	async poll(now: number, fails: boolean): Promise<Told[] | undefined> {
		this.fails = fails;
		const setup: Setup = {
			...this.setup,
			client: this.talk.client,
			zone: this.circumstances.zone,
			filters: {},
			statuses: [],
			now,
			skipShortNotice: false,
			choices: ['as before'],
			scope: 'all',
		};
		const result = await pollOnce(setup, this.stored).catch(() => undefined);
		if (!result) return undefined;
		const { events, toStore } = result;
		this.stored = toStore;
		if (events.length > 0 || this.activating) this.saved = JSON.stringify(this.stored);
		this.activating = false;
		return events.map(({ data, previous, leadTime }) => ({
			key: String((data as IDataObject).appointment_key),
			...this.read(data as IDataObject),
			...(leadTime ? { leadTime: leadTime as Told['leadTime'] } : {}),
			...(previous ? { previous: this.read(previous as IDataObject) } : {}),
		}));
	}

	restart(): void {
		this.stored = JSON.parse(this.saved) as IDataObject;
		this.activating = true;
	}

	/** How many appointments the node remembers. */
	get remembered(): number {
		const sizeOf = (stored: unknown) => Snapshot.from(stored)?.size ?? 0;
		return sizeOf(this.stored.snapshot) + sizeOf(this.stored.left);
	}
}
