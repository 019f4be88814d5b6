import { IANAZone } from 'luxon';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Wall clocks and offsets of one time zone. */
export class Zone {
	private readonly zone: IANAZone;

	/** What is between UTC and the wall when a day begins and when it ends, in minutes: mostly the same. */
	private readonly offsets = new Map<number, [from: number, to: number]>();

	constructor(readonly name: string) {
		this.zone = IANAZone.create(name);
		if (!this.zone.isValid) throw new Error(`"${name}" is not a time zone. Use an IANA name.`);
	}

	/** The time on the wall, `YYYY-MM-DDTHH:MM:SS`. */
	wall(time: number): string {
		return this.local(time).slice(0, 19);
	}

	/** ISO 8601 with the zone's offset, with milliseconds if asked for. */
	iso(time: number, hasMilliseconds = false): string {
		const minutes = this.offset(time);
		const clock = new Date(Math.abs(minutes) * MINUTE).toISOString().slice(11, 16);
		return `${this.local(time).slice(0, hasMilliseconds ? 23 : 19)}${minutes < 0 ? '-' : '+'}${clock}`;
	}

	/** The moment at which the wall clock shows this time. */
	at(wall: string): number {
		const asUtc = Date.parse(`${wall}Z`);
		const near = asUtc - this.offset(asUtc) * MINUTE;
		return asUtc - this.offset(near) * MINUTE;
	}

	/** The moments at which the wall clock shows this time: none if it is skipped, two if it comes twice. */
	moments(wall: string): number[] {
		const asUtc = Date.parse(`${wall}Z`);
		const offsets = [asUtc - DAY, asUtc + DAY].map((time) => this.offset(time));
		return [...new Set(offsets)]
			.map((offset) => asUtc - offset * MINUTE)
			.filter((time) => this.wall(time) === wall);
	}

	/** The moment meant by an ISO date with an offset, or by a wall clock of this zone. */
	moment(date: string): number {
		const time = /(Z|[+-]\d\d:\d\d)$/.test(date) ? Date.parse(date) : this.at(date);
		if (Number.isNaN(time)) throw new Error(`"${date}" is not a date.`);
		return time;
	}

	/** The wall clock as if it were UTC, with milliseconds. */
	private local(time: number): string {
		return new Date(time + this.offset(time) * MINUTE).toISOString();
	}

	private offset(time: number): number {
		const day = Math.floor(time / DAY);
		const [from, to] = this.offsets.get(day) ?? [
			this.zone.offset(day * DAY),
			this.zone.offset((day + 1) * DAY - 1),
		];
		this.offsets.set(day, [from, to]);
		return from === to ? from : this.zone.offset(time);
	}
}

/** Whether this is a real time of a real day, written `YYYY-MM-DDTHH:MM:SS`. */
export function isWallClock(text: string): boolean {
	const date = new Date(`${text}Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, -5) === text;
}

/** Whether this is ISO 8601 with a UTC offset (or Z), on a real day. */
export function isMoment(text: string): boolean {
	const parts = /^(.{19})(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(text);
	return isWallClock(parts?.[1] ?? '');
}
