import { randomUUID } from 'node:crypto';

export interface Calendar {
	key: string;
	name: string;
	is_active: boolean;
	/** When it may be booked: HH:mm, weekdays from 1 (Monday) to 7, and days (YYYY-MM-DD) without a time. */
	opens: string;
	closes: string;
	weekdays: number[];
	closed: string[];
	/** Minutes between two times that are offered; also how long an appointment without a service is. */
	step: number;
	/** How many may book the same time. */
	places: number;
}

/** What clients book: a treatment, for example. */
export interface BookableService {
	key: string;
	name: string;
	/** In minutes. */
	duration: number;
	price: string;
	is_active: boolean;
}

const CALENDAR: Omit<Calendar, 'key' | 'name'> = {
	is_active: true,
	opens: '08:00',
	closes: '20:00',
	weekdays: [1, 2, 3, 4, 5, 6, 7],
	closed: [],
	step: 30,
	places: 1,
};

const SERVICE: Omit<BookableService, 'key' | 'name'> = {
	duration: 30,
	price: '100.00',
	is_active: true,
};

/** What the clinic has entered of one kind, in that order. */
export class Catalog<Row extends { key: string; name: string }> {
	private readonly byKey = new Map<string, Row>();

	constructor(
		private readonly defaults: Omit<Row, 'key' | 'name'>,
		rows: Array<Partial<Row>>,
	) {
		for (const row of rows) this.add(row);
	}

	list(): Row[] {
		return [...this.byKey.values()];
	}

	get(key: string): Row | undefined {
		return this.byKey.get(key);
	}

	/** Adds one, or changes the one with this key. */
	add(row: Partial<Row>): Row {
		const key = row.key ?? randomUUID();
		const former = this.byKey.get(key) ?? { ...this.defaults, name: `Number ${this.byKey.size}` };
		const added = { ...former, ...row, key } as Row;
		this.byKey.set(key, added);
		return added;
	}

	remove(key: string): boolean {
		return this.byKey.delete(key);
	}
}

export const calendarCatalog = (rows: Array<Partial<Calendar>>) => new Catalog(CALENDAR, rows);
export const serviceCatalog = (rows: Array<Partial<BookableService>>) => new Catalog(SERVICE, rows);
