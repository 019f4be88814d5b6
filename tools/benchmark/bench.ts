import { measureDeliveries } from './measurements/deliveries';
import { measureFreeTimes } from './measurements/freeTimes';
import { measureGets } from './measurements/gets';
import { measureLimits } from './measurements/limits';
import { measureLists } from './measurements/lists';
import { measureStartup } from './measurements/startup';
import { isMissed, load, tableOf, writePage, type Plan, type Row } from './report';
import { Stage } from './stage';

const thorough: Plan = { rounds: 3, deliveries: 80 };
const quick: Plan = { rounds: 1, deliveries: 60 };

const measurements: Record<string, (stage: Stage, plan: Plan) => Promise<Row[]>> = {
	gets: measureGets,
	limits: measureLimits,
	lists: measureLists,
	freeTimes: measureFreeTimes,
	deliveries: measureDeliveries,
	startup: measureStartup,
};
const names = Object.keys(measurements);

const usage = `npm run bench -- [--quick] [${names.join(' | ')} …]

Without arguments it measures everything and writes docs/internals/benchmark.md. With --quick, or
for some measurements alone, it only prints what it finds.`;

async function main(args: string[]): Promise<number> {
	if (args.some((arg) => arg !== '--quick' && !names.includes(arg))) {
		console.log(usage);
		return args.includes('--help') ? 0 : 2;
	}
	const isQuick = args.includes('--quick');
	const wanted = names.filter((name) => args.includes(name));
	const began = Date.now();
	const say = (words: string) => {
		const passed = Math.round((Date.now() - began) / 1000);
		console.log(`[${String(passed).padStart(4)} s, load ${load()}] ${words}`);
	};
	say('Packing the nodes and starting n8n');
	const stage = await Stage.start();
	const rows: Row[] = [];
	const loads = [load()];
	try {
		for (const name of wanted.length > 0 ? wanted : names) {
			say(`Measuring: ${name}`);
			const measured = (await measurements[name]?.(stage, isQuick ? quick : thorough)) ?? [];
			console.log(`\n${tableOf(measured)}\n`);
			rows.push(...measured);
			loads.push(load());
		}
	} finally {
		await stage.stop();
	}
	if (!isQuick && wanted.length === 0) await writePage(rows, loads);
	const missed = rows.filter(isMissed);
	say(missed.length === 0 ? 'All ratios are as required' : `Too low:\n${tableOf(missed)}`);
	return missed.length === 0 ? 0 : 1;
}

void main(process.argv.slice(2)).then((code) => {
	process.exitCode = code;
});
