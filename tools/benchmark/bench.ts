import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/n8n/harness/paths';
import { measureConcurrency } from './measurements/concurrency';
import { measureDeliveries } from './measurements/deliveries';
import { measureGets } from './measurements/gets';
import { measureLatency } from './measurements/latency';
import { measureLists } from './measurements/lists';
import { load, machine } from './report/machine';
import { detailsOf, page, verdictTable, writeMarkdown, writeScale } from './report/markdown';
import { measureOverload } from './measurements/overload';
import { svg } from './report/plot';
import type { Plan, Section } from './report/report';
import { Stage } from './stage';
import { measureStartup } from './measurements/startup';

const thorough: Plan = { quick: false, rounds: 3, fewRounds: 3, deliveries: 80 };
const short: Plan = { quick: true, rounds: 3, fewRounds: 1, deliveries: 60 };

const measurements = {
	gets: measureGets,
	latency: measureLatency,
	overload: measureOverload,
	concurrency: measureConcurrency,
	lists: measureLists,
	deliveries: measureDeliveries,
	startup: async ({ tarball }: Stage, plan: Plan) => await measureStartup(tarball, plan),
};

const usage = `npm run bench -- [--quick] [${Object.keys(measurements).join(' | ')} …]

Without arguments it measures everything and writes docs/internals/benchmark.md, docs/internals/benchmark.svg and the figures in
docs/internals/scale.md. With --quick, or for some measurements alone, it only prints what it finds.`;

async function main(args: string[]): Promise<number> {
	const names = Object.keys(measurements) as Array<keyof typeof measurements>;
	const wanted = names.filter((name) => args.includes(name));
	if (args.some((arg) => arg !== '--quick' && !names.some((name) => name === arg))) {
		console.log(usage);
		return args.includes('--help') ? 0 : 2;
	}
	const plan = args.includes('--quick') ? short : thorough;
	const began = Date.now();
	const say = (words: string) => {
		const passed = Math.round((Date.now() - began) / 1000);
		console.log(`[${String(passed).padStart(4)} s, load ${load()}] ${words}`);
	};
	say('Packing the nodes and starting n8n');
	const stage = await Stage.start();
	const sections: Section[] = [];
	const loads = [load()];
	try {
		for (const name of wanted.length > 0 ? wanted : names) {
			say(`Measuring: ${name}`);
			const section = await measurements[name](stage, plan);
			sections.push(section);
			loads.push(load());
			console.log(`\n${detailsOf(section)}\n\n${verdictTable(section.verdicts)}\n`);
		}
	} finally {
		await stage.stop();
	}
	if (!plan.quick && wanted.length === 0) {
		await write(sections, loads);
		say('Wrote docs/internals/benchmark.md and .svg, and the figures in docs/internals/scale.md');
	}
	const missed = sections.flatMap(({ verdicts }) => verdicts).filter(({ holds }) => !holds);
	say(missed.length === 0 ? 'Every requirement holds' : `Missed: ${missed.length}`);
	for (const { what, figure, demanded } of missed) console.log(`  ${what}: ${figure}, ${demanded}`);
	return 0;
}

async function write(sections: Section[], loads: string[]): Promise<void> {
	const date = new Date().toISOString().slice(0, 10);
	const conditions = { machine: machine(), loads, date };
	mkdirSync(join(root, 'docs'), { recursive: true });
	const charts = sections.flatMap((section) => section.charts);
	writeFileSync(join(root, 'docs/internals/benchmark.svg'), svg(charts));
	await writeMarkdown('docs/internals/benchmark.md', page(sections, conditions));
	await writeScale(sections, conditions);
}

main(process.argv.slice(2)).then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		console.error('Something could not be measured:', error);
		process.exitCode = 1;
	},
);
