import { measureChanges } from './measurements/changes';
import { measureDeliveries } from './measurements/deliveries';
import { measureGets } from './measurements/gets';
import { measureLimits } from './measurements/limits';
import { measureLists } from './measurements/lists';
import { measureStartup } from './measurements/startup';
import { say as tell } from '../say.cjs';
import { isMissed, load, tableOf, writePage, type Row } from './report';
import { startStage, type Stage } from './stage';

const measurements: Record<string, (stage: Stage) => Promise<Row[]>> = {
	gets: measureGets,
	limits: measureLimits,
	lists: measureLists,
	deliveries: measureDeliveries,
	changes: measureChanges,
	startup: measureStartup,
};
const names = Object.keys(measurements);

const usage = `npm run bench -- [${names.join(' | ')} …]

Without arguments it measures everything and writes docs/internals/benchmark.md. For some
measurements alone, it only prints what it finds.`;

async function main(wanted: string[]): Promise<number> {
	if (wanted.some((name) => !names.includes(name))) {
		console.log(usage);
		return 2;
	}
	const say = (words: string) => tell(`${words} (load ${load()})`);
	say('Packing the nodes and starting n8n');
	const stage = await startStage();
	const rows: Row[] = [];
	const loads = [load()];
	try {
		for (const name of wanted.length > 0 ? wanted : names) {
			say(`Measuring: ${name}`);
			const measured = await measurements[name]!(stage);
			console.log(`${tableOf(measured)}\n`);
			rows.push(...measured);
			loads.push(load());
		}
	} finally {
		await stage.n8n.stop();
	}
	if (wanted.length === 0) await writePage(rows, loads);
	const missed = rows.filter(isMissed);
	say(missed.length === 0 ? 'All is as required' : `${missed.length} rows are not as required`);
	return missed.length === 0 ? 0 : 1;
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
