/** A table of the report, its cells ready to be read. */
export interface Table {
	columns: string[];
	rows: string[][];
}

/** One threshold and what was measured. */
export interface Verdict {
	what: string;
	figure: string;
	demanded: string;
	/** Whether more is better. */
	isLowerLimit: boolean;
	holds: boolean;
}

/** What the plot shows of a measurement. */
export interface Chart {
	title: string;
	/** What the values are, and what lies along a line chart's foot. */
	unit: string;
	foot?: string;
	/** A timeline has a linear foot, lines a logarithmic one. */
	kind: 'bars' | 'lines' | 'timeline';
	series: Array<{ name: string; points: Array<{ at: string | number; value: number }> }>;
}

/** A measurement: tables for its page, a line for the summary, and what was demanded of it. */
export interface Section {
	title: string;
	text: string;
	tables: Table[];
	charts: Chart[];
	verdicts: Verdict[];
	/** Task, the package, and beside it. */
	summary: Array<[string, string, string]>;
	/** What it means for a million: what, measured, extrapolated. */
	scale: Array<[string, string, string]>;
}

/** How often each thing is done. */
export interface Plan {
	quick: boolean;
	rounds: number;
	/** Of what takes long or only shows how something grows. */
	fewRounds: number;
	deliveries: number;
}

export const atLeast = (what: string, value: number, least: number, spread = ''): Verdict => ({
	what,
	figure: `${value.toFixed(2)}${spread}`,
	demanded: `at least ${least}`,
	isLowerLimit: true,
	holds: value >= least,
});

export const atMost = (what: string, value: number, most: number, unit = ''): Verdict => ({
	what,
	figure: `${Number.isInteger(value) ? value : value.toFixed(1)}${unit}`,
	demanded: `at most ${most}${unit}`,
	isLowerLimit: false,
	holds: value <= most,
});

/** How long a million takes at this rate. */
export function million(aSecond: number): string {
	const minutes = 1e6 / aSecond / 60;
	return minutes < 120 ? `${rounded(minutes)} minutes` : `${(minutes / 60).toFixed(1)} hours`;
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

/** Two or three digits that count. */
export const rounded = (value: number) =>
	value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2);
