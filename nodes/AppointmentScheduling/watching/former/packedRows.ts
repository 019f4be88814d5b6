import { jsonList } from '../../service/values/keys';
import { storedRow, type Row } from './row';

/** A row, with its key as the service writes it. */
export interface Entry {
	spelling: string;
	row: Row;
	/** Whether a list has shown the appointment; otherwise anybody may have sent its key. */
	isListed: boolean;
}

const TYPES = {
	at: 'number',
	times: 'number',
	start: 'number',
	status: 'string',
	event: 'string',
	isListed: 'boolean',
	isOpen: 'boolean',
} as const;
type Field = keyof typeof TYPES;
const KNOWN: Field[] = ['at', 'start', 'status', 'isListed'];

/** What is stored of a row. Each part is an array of these fields, or 0; the first field is required. */
const PARTS: Array<[name: 'seen' | 'reported' | 'caught' | 'late' | 'tried', fields: Field[]]> = [
	['seen', KNOWN],
	['reported', KNOWN],
	['caught', ['at', 'start', 'status', 'event', 'isOpen']],
	['late', KNOWN],
	['tried', ['times', 'start', 'status', 'event']],
];

/** Whether the same is stored of both. */
export const isStoredAlike = (row: Row, other: Row | undefined): boolean =>
	PARTS.every(([name]) => row[name] === other?.[name]);

/**
 * One line. Undefined if nothing of it outlives the process.
 * @param areElsewhere whether other processes receive deliveries
 */
export function packRow({ spelling, row }: Entry, areElsewhere: boolean): string | undefined {
	const stored = storedRow(row, areElsewhere);
	if (!stored) return undefined;
	const parts = PARTS.map(([name, fields]) => {
		const part: Partial<Record<Field, unknown>> | undefined = stored[name];
		return part ? fields.map((field) => packed(part[field])) : 0;
	});
	return JSON.stringify([spelling, ...parts.slice(0, parts.findLastIndex(Boolean) + 1)]);
}

const packed = (value: unknown): unknown =>
	typeof value === 'number' ? Math.floor(value) : value || 0;

/** The valid ones among lines: static data may have been edited. */
export const unpackRows = (stored: unknown): Array<Pick<Entry, 'spelling' | 'row'>> =>
	String(stored)
		.split('\n')
		.flatMap((line) => {
			const [spelling, ...values] = jsonList(line) ?? [];
			const parts = PARTS.map(([name, fields], index) => [name, unpack(fields, values[index])]);
			const row = { ...(Object.fromEntries(parts) as Omit<Row, 'runs'>), runs: [] };
			return typeof spelling === 'string' ? { spelling, row } : [];
		});

function unpack(fields: Field[], part: unknown): Record<string, unknown> | undefined {
	const values: unknown[] = Array.isArray(part) ? part : [];
	const known = fields.map((field, index) => [field, unpacked(field, values[index])] as const);
	return known[0]?.[1] === undefined ? undefined : Object.fromEntries(known);
}

/** A larger number is no moment. */
const unpacked = (field: Field, value: unknown): unknown =>
	typeof value !== TYPES[field] || (typeof value === 'number' && !Number.isSafeInteger(value))
		? undefined
		: value || undefined;
