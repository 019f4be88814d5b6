import { randomUUID } from 'node:crypto';

interface Row {
	key: string;
	name: string;
	is_active: boolean;
}

export interface Calendar extends Row {
	/** When it may be booked: HH:mm, and days (YYYY-MM-DD) without a time. */
	opens: string;
	closes: string;
	closed: string[];
	/** How many may book the same time. */
	places: number;
}

/** What clients book: a treatment, for example. */
export interface BookableService extends Row {
	/** In minutes. */
	duration: number;
	price: string;
}

/** What the clinic has entered of one kind, in that order. */
class Catalog<Own extends Row> {
	private readonly byKey = new Map<string, Own>();

	constructor(
		private readonly defaults: Omit<Own, keyof Row>,
		rows: Array<Partial<Own>>,
	) {
		for (const row of rows) this.add(row);
	}

	list(): Own[] {
		return [...this.byKey.values()];
	}

	get(key: string): Own | undefined {
		return this.byKey.get(key);
	}

	/** Adds one, or changes the one with this key. */
	add(row: Partial<Own>): Own {
		const key = row.key ?? randomUUID();
		const fresh = { ...this.defaults, name: `Number ${this.byKey.size}`, is_active: true };
		const added = { ...(this.byKey.get(key) ?? fresh), ...row, key } as Own;
		this.byKey.set(key, added);
		return added;
	}

	remove(key: string): void {
		this.byKey.delete(key);
	}
}

export const calendarCatalog = (rows: Array<Partial<Calendar>>) =>
	new Catalog<Calendar>({ opens: '08:00', closes: '20:00', closed: [], places: 1 }, rows);

export const serviceCatalog = (rows: Array<Partial<BookableService>>) =>
	new Catalog<BookableService>({ duration: 30, price: '100.00' }, rows);
