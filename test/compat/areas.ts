import type { Version } from './versions';

/** What the README has a column for. */
export const groups = ['Actions', 'Webhook trigger', 'Polling trigger', 'Upgrade', 'Queue mode'];

/** What the matrix has a column for, and the tests that decide it. */
export interface Area {
	name: string;
	group: (typeof groups)[number];
	files: string[];
	/** Run only in versions that name it in `also`. */
	optional?: true;
}

export const areas: Area[] = [
	{ name: 'nodes load', group: 'Actions', files: ['compat/suite/load.test.ts'] },
	{ name: 'credential test', group: 'Actions', files: ['n8n/editor/credential.test.ts'] },
	{
		name: 'operations',
		group: 'Actions',
		files: ['n8n/actions/appointments.test.ts', 'n8n/actions/webhooks.test.ts'],
	},
	{ name: 'lists', group: 'Actions', files: ['n8n/actions/lists.test.ts'] },
	{ name: 'webhook trigger', group: 'Webhook trigger', files: ['n8n/trigger/lifecycle.test.ts'] },
	{ name: 'deliveries', group: 'Webhook trigger', files: ['compat/suite/deliveries.test.ts'] },
	{ name: 'Catch Up', group: 'Webhook trigger', files: ['compat/suite/catchUp.test.ts'] },
	{ name: 'polling', group: 'Polling trigger', files: ['compat/suite/polling.test.ts'] },
	{
		name: 'durable polling',
		group: 'Polling trigger',
		files: ['compat/suite/polling.durable.test.ts'],
		optional: true,
	},
	{ name: 'package upgrade', group: 'Upgrade', files: ['compat/suite/upgrade.package.test.ts'] },
	{
		name: 'n8n upgrade',
		group: 'Upgrade',
		files: ['compat/suite/upgrade.n8n.test.ts'],
		optional: true,
	},
	{
		name: 'queue mode',
		group: 'Queue mode',
		files: ['compat/suite/queue.test.ts'],
		optional: true,
	},
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
