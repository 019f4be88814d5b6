/**
 * Runs every stage but those left to a name, or the stages named as arguments; prints results and
 * durations. With `N8N_VERSION`, the stages with a real n8n run in that version.
 */
import { foldersOf } from './compatibility/install';
import { say, secondsPassed } from './say.cjs';
import { running, stages, type Outcome, type Stage } from './stages';

type Row = Outcome & { name: string; seconds: number };

async function main(names: string[]): Promise<number> {
	const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
	if (unknown.length > 0) {
		console.error(
			`There is no stage ${unknown.join(', ')}; there are ${stages.map(({ name }) => name).join(', ')}.`,
		);
		return 1;
	}
	const version = process.env.N8N_VERSION;
	if (version) Object.assign(process.env, await foldersOf(version));
	const rows: Array<Promise<Row>> = [];
	const chosen = stages.filter(({ name, onlyByName }) =>
		names.length > 0 ? names.includes(name) : !onlyByName,
	);
	say(`stages, one after the other or beside others: ${chosen.map(({ name }) => name).join(', ')}`);
	for (const stage of chosen) {
		const row = rowOf(stage);
		rows.push(row);
		if (!stage.isBeside) await row;
	}
	return summarise(await Promise.all(rows));
}

/** Runs a stage to its end. */
async function rowOf({ name, what, run: runStage }: Stage): Promise<Row> {
	const began = secondsPassed();
	say(`${name}: ${what}`);
	const outcome = await runStage().catch((error: unknown) => {
		console.error(error);
		return { passed: 0, failed: 1, note: 'it could not be run' };
	});
	const seconds = Math.round(secondsPassed() - began);
	const { passed, failed, note } = outcome;
	say(`${name}: ${passed} passed, ${failed} failed in ${seconds} s${note ? ` (${note})` : ''}`);
	return { ...outcome, name, seconds };
}

function summarise(rows: Row[]): number {
	console.table(Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])));
	const total = (key: 'passed' | 'failed') => rows.reduce((sum, row) => sum + row[key], 0);
	console.log(`all of it in ${(secondsPassed() / 60).toFixed(1)} minutes`);
	console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
	return total('failed') === 0 && total('passed') > 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		for (const { pid } of running) if (pid) process.kill(-pid, signal);
		say('Ended before all stages had run');
		process.exit(130);
	});
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
