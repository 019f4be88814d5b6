/**
 * Runs every stage but those left to a name, or the stages named as arguments; prints results and
 * durations. With `N8N_VERSION`, the stages with a real n8n run in that version.
 */
import { foldersOf } from './compatibility/install';
import { running, stages, type Outcome, type Stage } from './stages';

type Row = Outcome & { name: string; seconds: number };

const startedAt = Date.now();

async function main(names: string[]): Promise<number> {
	const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
	if (unknown.length > 0) {
		console.error(
			`There is no stage ${unknown.join(', ')}; there are ${stages.map(({ name }) => name).join(', ')}.`,
		);
		return 1;
	}
	const version = process.env.N8N_VERSION;
	if (version) Object.assign(process.env, await foldersOf(version, say));
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
	const began = Date.now();
	say(`${name}: ${what}`);
	const outcome = await runStage().catch((error: unknown) => {
		console.error(error);
		return { passed: 0, failed: 1, note: 'it could not be run' };
	});
	const seconds = (Date.now() - began) / 1000;
	say(`${name}: ${verdict(outcome)} in ${seconds.toFixed(1)} s`);
	return { ...outcome, name, seconds };
}

function summarise(rows: Row[]): number {
	console.log('\nstage      passed  failed  seconds');
	for (const { name, passed, failed, seconds, note } of rows) {
		const figures = [passed, failed].map((figure) => String(figure).padStart(6)).join('  ');
		console.log(
			`${name.padEnd(9)}  ${figures}  ${seconds.toFixed(1).padStart(7)}${note ? `  ${note}` : ''}`,
		);
	}
	const total = (key: 'passed' | 'failed') => rows.reduce((sum, row) => sum + row[key], 0);
	console.log(`all of it in ${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes`);
	console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
	return total('failed') === 0 && total('passed') > 0 ? 0 : 1;
}

function verdict({ passed, failed, note }: Outcome): string {
	return `${passed} passed, ${failed} failed${note ? ` (${note})` : ''}`;
}

function say(text: string): void {
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(4);
	console.log(`\n[${seconds} s] ${text}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.on(signal, () => {
		for (const { pid } of running) if (pid) process.kill(-pid, signal);
		say('Ended before all stages had run');
		process.exit(130);
	});
}

main(process.argv.slice(2)).then(
	(code) => {
		process.exitCode = code;
	},
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	},
);
