import { rounded, type Chart } from './report';

const width = 480;
const height = 300;
const plot = { left: 64, right: 16, top: 84, bottom: 44 };
const inner = { width: width - plot.left - plot.right, height: height - plot.top - plot.bottom };
const line = 18;

/** The charts side by side, two in a row, readable on light and on dark pages. */
export function svg(charts: Chart[]): string {
	const rows = Math.ceil(charts.length / 2);
	const total = { width: 2 * width + plot.right, height: rows * height };
	const panels = charts.map((chart, index) => {
		const at = `translate(${(index % 2) * width} ${Math.floor(index / 2) * height})`;
		return `<g transform="${at}">${chart.kind === 'bars' ? bars(chart) : lines(chart)}</g>`;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total.width} ${total.height}" width="${total.width}" height="${total.height}" role="img" aria-labelledby="title">`,
		'<title id="title">Time and rate of the nodes beside those of n8n’s own</title>',
		`<style>${style}</style>`,
		`<rect class="page" width="${total.width}" height="${total.height}" rx="8"/>`,
		...panels,
		'</svg>',
		'',
	].join('\n');
}

const style = `
text { font: 13px system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; fill: #1f2933; }
.head { font-size: 15px; font-weight: 600; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.note { fill: #56626f; }
.page { fill: #ffffff; }
.grid { stroke: #d5dce3; }
.line { fill: none; stroke-width: 2.5; }
.s0 { fill: #0f7b5f; } .l0 { stroke: #0f7b5f; }
.s1 { fill: #b4530a; } .l1 { stroke: #b4530a; }
.s2 { fill: #5a4fcf; } .l2 { stroke: #5a4fcf; }
.s3 { fill: #75808c; } .l3 { stroke: #75808c; }
@media (prefers-color-scheme: dark) {
text { fill: #e8edf2; }
.note { fill: #a9b6c3; }
.page { fill: #12181f; }
.grid { stroke: #36424e; }
.s0 { fill: #4fc3a1; } .l0 { stroke: #4fc3a1; }
.s1 { fill: #f0a45d; } .l1 { stroke: #f0a45d; }
.s2 { fill: #a59cf5; } .l2 { stroke: #a59cf5; }
.s3 { fill: #98a5b2; } .l3 { stroke: #98a5b2; }
}
`;

/** Bars that lie, one for each value, with the value at their end. */
function bars({ title, unit, series }: Chart): string {
	const groups = series[0]?.points.map(({ at }) => at) ?? [];
	const largest = Math.max(...series.flatMap(({ points }) => points.map(({ value }) => value)));
	const left = groups.some((group) => group !== '') ? 130 : 24;
	const room = width - left - plot.right - 60;
	const lying = groups.flatMap((_, group) =>
		series.map(({ points }, index) => ({ group, index, value: points[group]?.value ?? 0 })),
	);
	const step = Math.min(30, (height - plot.top - 20) / (lying.length + groups.length * 0.6));
	const drawn = lying.map(({ group, index, value }, place) => {
		const y = plot.top + (place + group * 0.6) * step;
		const length = Math.max(2, (value / largest) * room);
		return [
			`<rect class="s${index}" x="${left}" y="${round(y)}" width="${round(length)}" height="${round(step * 0.8)}" rx="2"/>`,
			text(left + length + 6, y + step * 0.4 + 4, rounded(value)),
		].join('');
	});
	const labels = groups.map((group, place) => {
		const y = plot.top + (place * (series.length + 0.6) + series.length / 2) * step + 2;
		return text(left - 10, y, String(group), 'end');
	});
	return [heading(title, unit), legend(series), ...drawn, ...labels].join('\n');
}

/** Lines over a logarithmic foot, or over time, from zero up. */
function lines({ title, unit, foot = '', series, kind }: Chart): string {
	const points = series.flatMap((one) => one.points);
	const all = [...new Set(points.map(({ at }) => Number(at)))].sort((a, b) => a - b);
	const [first = 1, last = 1] = [all[0], all.at(-1)];
	const isTime = kind === 'timeline';
	const feet = isTime ? [0, Math.round(last / 2), last] : all;
	const shift = first === 0 ? 1 : 0;
	const place = isTime
		? (at: number) => at / last
		: (at: number) =>
				Math.log((at + shift) / (first + shift)) / Math.log((last + shift) / (first + shift));
	const top = niceAbove(Math.max(...points.map(({ value }) => value)));
	const x = (at: number) => plot.left + (last === first ? 0.5 : place(at)) * inner.width;
	const y = (value: number) => plot.top + (1 - value / top) * inner.height;
	const grid = [0, top / 2, top].map((value) =>
		[
			`<line class="grid" x1="${plot.left}" x2="${width - plot.right}" y1="${round(y(value))}" y2="${round(y(value))}"/>`,
			text(plot.left - 8, y(value) + 4, value.toLocaleString('en'), 'end note'),
		].join(''),
	);
	const below = height - plot.bottom + line;
	const marks = feet.map((at) => text(x(at), below, at.toLocaleString('en'), 'middle note'));
	const drawn = series.map(({ points: own }, index) => {
		const places = own.map(({ at, value }) => [round(x(Number(at))), round(y(value))]);
		const dots = isTime
			? []
			: places.map(([cx, cy]) => `<circle class="s${index}" cx="${cx}" cy="${cy}" r="3.5"/>`);
		return `<polyline class="line l${index}" points="${places.join(' ')}"/>${dots.join('')}`;
	});
	const name = text(plot.left + inner.width / 2, below + line - 2, foot, 'middle note');
	return [heading(title, unit), legend(series), ...grid, ...marks, name, ...drawn].join('\n');
}

const heading = (title: string, unit: string) =>
	`<text class="head" x="20" y="28">${title}<tspan class="note" font-weight="400">, ${unit}</tspan></text>`;

function legend(series: Chart['series']): string {
	return series
		.map(({ name }, index) => {
			const left = 20 + (index % 2) * 210;
			const y = 50 + Math.floor(index / 2) * line;
			return `<rect class="s${index}" x="${left}" y="${y - 10}" width="10" height="10" rx="2"/>${text(left + 16, y, name)}`;
		})
		.join('');
}

const text = (x: number, y: number, words: string, names = '') =>
	`<text${names ? ` class="${names}"` : ''} x="${round(x)}" y="${round(y)}">${words}</text>`;

const round = (value: number) => Math.round(value * 10) / 10;

/** The next of 1, 2, 4, 6, 8, 10, 20, 40… */
function niceAbove(value: number): number {
	const power = 10 ** Math.floor(Math.log10(value));
	return (([1, 2, 4, 6, 8].find((step) => step * power >= value) ?? 10) as number) * power;
}
