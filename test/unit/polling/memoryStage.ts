import type { IDataObject } from 'n8n-workflow';

import { look } from '../../../nodes/AppointmentScheduling/polling/poll';
import type { Setup } from '../../../nodes/AppointmentScheduling/polling/setup';
import { stateIn } from '../../../nodes/AppointmentScheduling/polling/state';
import { Zone } from '../../stand-in/zone';
import { json, talkTo } from '../service/support';
import type { Stage, State, Told } from './scenario';

export interface Circumstances {
	serviceZone: string;
	zone: string;
	/** How the service writes a start. */
	dates: 'offset' | 'utc' | 'wallClock';
	/** Whether it leaves cancelled appointments out of its list. */
	hides: boolean;
}

/** A service and n8n's static data, both inside the test. */
export class MemoryStage implements Stage {
	private readonly appointments = new Map<string, State>();
	private readonly serviceZone: Zone;
	private fails = false;
	private stored: IDataObject = {};
	private saved = '{}';
	private activating = true;
	asked = 0;

	constructor(
		private readonly setup: Pick<Setup, 'event' | 'lead'>,
		private readonly circumstances: Circumstances,
	) {
		this.serviceZone = new Zone(circumstances.serviceZone);
	}

	private readonly talk = talkTo(({ url }) => {
		if (this.fails) return json({ detail: 'Not today' }, 400);
		const { pathname, searchParams } = new URL(url);
		const key = /appointments\/([^/]+)\/$/.exec(pathname)?.[1];
		if (key !== undefined) {
			this.asked += 1;
			const state = this.appointments.get(key);
			return state ? json(this.shown(key, state)) : json({ detail: 'Not found' }, 404);
		}
		const [from = '', to = '9999'] = ['start_date', 'end_date'].map(
			(name) => searchParams.get(name) ?? undefined,
		);
		const results = [...this.appointments].filter(([, { start, status }]) => {
			const wall = this.serviceZone.wall(start);
			const isHidden = this.circumstances.hides && status.startsWith('CANCELED');
			return wall >= from && wall <= to && !isHidden;
		});
		return json({ results: results.map(([id, state]) => this.shown(id, state)) });
	});

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
			choice: 'as before',
		};
		const outcome = await look(setup, stateIn(this.stored, setup.choice)).catch(() => undefined);
		if (!outcome) return undefined;
		const { events, snapshot } = outcome;
		this.stored = { choice: setup.choice, polledAt: now, snapshot };
		if (events.length > 0 || this.activating) this.saved = JSON.stringify(this.stored);
		this.activating = false;
		return events.map(({ data, previous }) => ({
			key: String((data as IDataObject).appointment_key),
			...this.read(data as IDataObject),
			...(previous ? { previous: this.read(previous as IDataObject) } : {}),
		}));
	}

	restart(): void {
		this.stored = JSON.parse(this.saved) as IDataObject;
		this.activating = true;
	}

	/** How many appointments the node remembers. */
	get remembered(): number {
		return Object.keys((this.stored.snapshot as IDataObject | undefined) ?? {}).length;
	}
}
