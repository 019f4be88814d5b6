import type { Version } from './versions';

/** What the matrix has a column for, and the tests that decide it. */
export interface Area {
	name: string;
	files: string[];
	/** Run only in versions that name it in `also`. */
	optional?: true;
}

export const areas: Area[] = [
	{ name: 'nodes load', files: ['compat/load.test.ts'] },
	{ name: 'credential test', files: ['n8n/editor/credential.test.ts'] },
	{ name: 'operations', files: ['n8n/actions/operations.test.ts'] },
	{ name: 'webhook trigger', files: ['n8n/trigger/lifecycle.test.ts'] },
	{
		name: 'deliveries',
		files: ['once', 'options', 'malformed'].map((name) => `n8n/deliveries/${name}.test.ts`),
	},
	{ name: 'Catch Up', files: ['n8n/trigger/catchUp.test.ts'] },
	{ name: 'polling', files: ['n8n/polling/inMemory.test.ts'] },
	{
		name: 'durable polling',
		files: ['n8n/polling/cursors.test.ts', 'soak/polling.durable.test.ts'],
		optional: true,
	},
	{ name: 'n8n upgrade', files: ['compat/upgrade.n8n.test.ts'], optional: true },
	{ name: 'queue mode', files: ['queue/deliveries.test.ts'], optional: true },
];

/** The areas that are run in a version; of these the named ones, if any are named. */
export function areasOf({ also = [] }: Version, only: string[] = []): Area[] {
	const unknown = only.filter((wanted) => !areas.some(({ name }) => name === wanted));
	if (unknown.length > 0) {
		const known = areas.map(({ name }) => name).join(', ');
		throw new Error(`There is no area ${unknown.join(', ')}. There are ${known}.`);
	}
	return areas.filter(
		({ name, optional }) =>
			(!optional || also.includes(name)) && (only.length === 0 || only.includes(name)),
	);
}
