import fc from 'fast-check';

import { currentTime, HOUR, installClock, MINUTE, pass } from './clock';
import { historiesOf, MIX_NAMES, type History, type MixName } from './mixes';
import { Oracle } from './oracle';
import { mutate, type Mutation } from './program';
import { STEP_MS, take } from './steps';
import { World } from './world';

const { HISTORIES = '15', MIX, PROPERTY_SEED } = process.env;

installClock();

/** Plays one history from its first to its last step. Faults stop then, and what is open has to end well. */
export async function play({ around, steps }: History): Promise<string[]> {
	const world = new World(around);
	const oracle = new Oracle(world);
	const { workflow, network, n8n } = world;
	for (const account of world.accounts) {
		for (const hours of [-49, -30, 2, 50]) {
			const now = currentTime();
			account.book(now + hours * HOUR + 7_000, 'CONFIRMED', 'c1', now - 9 * HOUR);
		}
	}
	// A list may lag.
	await pass(2 * MINUTE);
	await n8n.start();
	await world.publish();
	for (const step of steps) {
		await pass(STEP_MS);
		await take(world, step);
		oracle.observe();
	}
	network.fault = undefined;
	workflow.workMs = 0;
	if (!world.isTokenValid) world.choose('renewed');
	await pass(MINUTE);
	if (n8n.failures.length > 0) await world.publish();
	// Of the longest one, because time leaps.
	const interval = Math.max(...workflow.nodes.map(({ name }) => world.intervalOf(name)));
	for (const round of [1, 2]) {
		world.redeliver();
		await pass((3 + round) * interval + 8 * MINUTE);
		oracle.observe();
	}
	for (const { name } of workflow.nodes) {
		const since = currentTime() - 2 * interval - 5 * MINUTE;
		const isAlive = network.listed.some((list) => list.node === name && list.at > since);
		if (!isAlive) oracle.breaches.push(`${name} goes on reading the list`);
	}
	await world.unpublish();
	if (world.account.service.webhooks.list().length > 0) {
		oracle.breaches.push('unpublishing leaves no webhook');
	}
	return oracle.breaches;
}

interface Request {
	mix: MixName;
	histories: number;
	/** Steps of a history at most. */
	longest?: number;
	seed?: number;
	/** A mistake to look for: what fails without it as well does not count. */
	mutations?: Mutation[];
}

/** After how many histories a promise is broken, and which; undefined if none is. */
export async function search({
	mix,
	histories,
	longest = 30,
	seed,
	mutations = [],
}: Request): Promise<{ after: number; report: string } | undefined> {
	let after = 0;
	let isFound = false;
	const isMutated = mutations.length > 0;
	const property = fc.asyncProperty(historiesOf(mix, longest), async (history) => {
		if (!isFound) after += 1;
		mutate(mutations);
		const breaches = await play(history);
		mutate([]);
		if (breaches.length === 0 || (isMutated && (await play(history)).length > 0)) return;
		isFound = true;
		const lines = [history.around, ...history.steps].map((line) => JSON.stringify(line));
		throw new Error(['', ...lines, ...breaches].join('\n'));
	});
	const result = await fc.check(property, {
		numRuns: histories,
		endOnFailure: isMutated,
		...(seed !== undefined && { seed }),
		...(!isMutated && { interruptAfterTimeLimit: 4_000 * histories }),
	});
	if (!result.failed) return undefined;
	const { message = 'interrupted' } = (result.errorInstance ?? {}) as Partial<Error>;
	return { after, report: `seed ${result.seed}, history ${after}: ${message}` };
}

/** Tests that play histories of each mix, or of the one in `MIX`. */
export function testMixes({ histories = Number(HISTORIES), seed = Number(PROPERTY_SEED) } = {}) {
	const chosen = MIX === undefined ? MIX_NAMES : MIX_NAMES.filter((name) => name === MIX);
	if (chosen.length === 0) {
		throw new Error(`'${MIX}' is no mix. Choose one of: ${MIX_NAMES.join(', ')}.`);
	}
	test.each(chosen)(
		'%s: nothing breaks a promise of the documentation',
		async (mix) => {
			const found = await search({ mix, histories, seed: seed || undefined });
			expect(found?.report).toBeUndefined();
		},
		3_600_000,
	);
}
