import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packTarball } from '../test/n8n/harness/package';
import { root, scratch } from '../test/n8n/harness/paths';
import { absent } from './programs.cjs';

export interface Outcome {
	passed: number;
	failed: number;
	/** Why a stage did not run or count. */
	note?: string;
}

export interface Stage {
	name: string;
	what: string;
	run: () => Promise<Outcome>;
	/** Part of another stage, or too long for every change: runs only when named. */
	onlyByName?: boolean;
	/** Needs one core, so the stages after it run meanwhile. */
	isBeside?: boolean;
}

/** Programs that suites start beside n8n. */
const NEEDED: Record<string, string[]> = {
	queue: ['postgres', 'redis-server'],
	soak: ['postgres', 'redis-server'],
	browser: ['chromium'],
};

const results = scratch('results');
/** What stages have started and not ended. */
export const running = new Set<ChildProcess>();

const part = (name: string, what: string, workers?: number): Stage => ({
	name,
	what,
	onlyByName: true,
	run: async () => await realN8n([name], workers),
});

export const stages: Stage[] = [
	{ name: 'pack', what: 'build and package', run: pack },
	{
		name: 'lint',
		what: "n8n's lint rules and formatting",
		run: async () => await script('lint'),
		isBeside: true,
	},
	{ name: 'types', what: 'the type checker', run: async () => await script('typecheck') },
	{
		name: 'scan',
		what: "n8n's scanner over source and package",
		run: async () => await script('scan', await packTarball()),
	},
	{ name: 'unit', what: "nodes on n8n's own contexts", run: async () => await jest(['unit']) },
	{
		name: 'simulation',
		what: 'years of a service, n8n and the people who use them, in virtual time',
		run: async () => await jest(['simulation']),
		isBeside: true,
	},
	{
		name: 'contract',
		what: "the service's description",
		run: async () => await jest(['contract']),
	},
	{
		name: 'demo',
		what: 'npm run demo -- --once',
		run: async () => one(await run('tsx', ['tools/demo/demo.ts', '--once'])),
		isBeside: true,
	},
	{
		name: 'n8n',
		what: 'the package in a real n8n, and its editor in Chromium',
		// Most of what these tests do is to wait for n8n.
		run: async () => await realN8n(['n8n', 'browser'], 6),
	},
	// Five processes of n8n: beside others, a copy of a delivery may run before n8n has noted the first.
	{ name: 'queue', what: "n8n's queue mode", run: async () => await realN8n(['queue']) },
	part('browser', "n8n's editor in Chromium"),
	part('compat', 'what differs between versions of n8n', 2),
	part('soak', 'long runs in a real n8n and in the simulation'),
	{
		name: 'mutants',
		what: 'how many histories the simulation needs to find ordinary mistakes',
		run: async () => await jest(['mutants']),
		onlyByName: true,
	},
];

async function script(name: string, ...args: string[]): Promise<Outcome> {
	return one(await run('npm', ['run', '--silent', name, '--', ...args]));
}

async function pack(): Promise<Outcome> {
	await packTarball();
	return one(0);
}

async function realN8n(suites: string[], workers = 1): Promise<Outcome> {
	const missingFor = (suite: string) => absent(NEEDED[suite] ?? []);
	const leftOut = suites.filter((suite) => missingFor(suite).length > 0);
	const possible = suites.filter((suite) => !leftOut.includes(suite));
	const outcome =
		possible.length > 0
			? await jest(possible, `--maxWorkers=${workers}`)
			: { passed: 0, failed: 0 };
	if (leftOut.length === 0) return outcome;
	const missing = [...new Set(leftOut.flatMap(missingFor))];
	return {
		...outcome,
		// A build server that leaves it out would pass what it has not looked at.
		failed: outcome.failed + (process.env.CI ? 1 : 0),
		note: `${leftOut.join(' and ')} left out: install ${missing.join(' and ')} to run it`,
	};
}

type JestResults = Record<'numPassedTests' | 'numTotalTests' | 'numRuntimeErrorTestSuites', number>;

/** Suites of jest; without a test, or with tests that they skip, they have failed. */
async function jest(suites: string[], ...options: string[]): Promise<Outcome> {
	const file = join(results, `${[...suites, process.env.N8N_VERSION ?? ''].join('-')}.json`);
	rmSync(file, { force: true });
	const json = ['--json', `--outputFile=${file}`];
	const code = await run('jest', ['--selectProjects', ...suites, ...json, ...options]);
	if (!existsSync(file)) return { passed: 0, failed: 1, note: 'jest ended before its results' };
	const result = JSON.parse(readFileSync(file, 'utf8')) as JestResults;
	const passed = result.numPassedTests;
	const failed = result.numTotalTests - passed + result.numRuntimeErrorTestSuites;
	if (passed + failed === 0) return { passed, failed: 1, note: 'it has no test' };
	if (failed === 0 && code !== 0) return { passed, failed: 1, note: `jest ended with ${code}` };
	return { passed, failed };
}

function one(code: number): Outcome {
	return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs a command, found through the path that setup.mjs has set, to its end. */
function run(command: string, args: string[]): Promise<number> {
	return new Promise((resolve, reject) => {
		// In a group of its own, so that a signal also ends jest's workers.
		const stdio: ['ignore', 'inherit', 1] = ['ignore', 'inherit', 1];
		const child = spawn(command, args, { cwd: root, stdio, detached: true });
		running.add(child);
		child.once('error', reject);
		child.once('exit', (code) => {
			running.delete(child);
			resolve(code ?? 1);
		});
	});
}
