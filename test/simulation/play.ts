import fc from 'fast-check';

import { currentTime, HOUR, installClock, MINUTE, pass } from './clock';
import { historiesOf, type MixName } from './mixes';
import { mutate, type Mutation } from './program';
import { STEP_MS, take, type History } from './steps';
import { World } from './world';

/** A run that a worker has begun counts as gone after this. */
const WORKER_MS = 20 * MINUTE;

installClock();

/** Plays one history from its first to its last step. */
export async function play({ around, steps }: History): Promise<World> {
	const world = new World(around);
	for (const account of world.accounts) {
		for (const hours of around.isEmpty ? [] : [-49, -30, 2, 50]) {
			account.book(currentTime() + hours * HOUR + 7_000, 'c1', 'CONFIRMED');
		}
	}
	// A list may lag.
	await pass(2 * MINUTE);
	await world.start();
	await world.publish();
	for (const step of steps) {
		await pass(STEP_MS);
		await take(world, step);
		world.oracle.observe();
	}
	await end(world);
	return world;
}

/** Faults stop. What is open has to end well. */
async function end(world: World): Promise<void> {
	const { workflow, service, n8n, oracle, around } = world;
	service.fault = undefined;
	Object.assign(workflow.weather, {
		workMs: 0,
		refusesUntil: 0,
		failsUntil: 0,
	});
	if (!world.isTokenValid) world.choose('A', false);
	world.facts.disturb();
	await world.start();
	if (n8n.isPublished) {
		await pass(MINUTE);
		if (n8n.failures.length > 0) await world.publish();
		if (world.optionsNow.catchUp === 'atStart') await world.stop().then(() => world.start());
		const [before, start] = [service.listed.length, currentTime()];
		const goneMs = around.hasWorkers ? WORKER_MS : 0;
		for (let round = 0; round < 2; round += 1) {
			world.redeliver();
			await pass(3 * Math.max(world.interval ?? 0, around.pollMs) + 11 * MINUTE + goneMs);
			oracle.observe();
		}
		oracle.bounds.checkedOn(currentTime() - start, service.listed.slice(before));
		oracle.conclude();
		oracle.bounds.concluded();
	}
	await world.unpublish();
}

export interface Request {
	mix: MixName;
	histories: number;
	/** Steps of a history at most. */
	longest: number;
	seed?: number;
	/** A mistake to look for: what fails without it as well does not count. */
	mutations?: Mutation[];
}

/** After how many histories a promise is broken, and which; undefined if none is. */
export async function search({
	mix,
	histories,
	longest,
	seed,
	mutations = [],
}: Request): Promise<{ after: number; report: string } | undefined> {
	let after = 0;
	let isFound = false;
	const isMutated = mutations.length > 0;
	const breachesOf = async (history: History) => (await play(history)).oracle.breaches;
	const property = fc.asyncProperty(historiesOf(mix, longest), async (history) => {
		if (!isFound) after += 1;
		mutate(mutations);
		const breaches = await breachesOf(history);
		mutate([]);
		if (breaches.length === 0 || (isMutated && (await breachesOf(history)).length > 0)) return;
		isFound = true;
		throw new Error(report(history, breaches));
	});
	const result = await fc.check(property, {
		numRuns: histories,
		endOnFailure: isMutated,
		...(seed !== undefined && { seed }),
		...(!isMutated && { interruptAfterTimeLimit: 3_000 * histories }),
	});
	if (!result.failed) return undefined;
	const error = result.errorInstance as Error | undefined;
	const message = error?.message ?? 'interrupted';
	return { after, report: `seed ${result.seed}, history ${after}: ${message}` };
}

const report = ({ around, steps }: History, breaches: string[]): string =>
	['', around, ...steps, ...breaches]
		.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
		.join('\n');
