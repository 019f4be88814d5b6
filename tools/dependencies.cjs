const NODES = '^nodes/AppointmentScheduling/';
const SHARED = ['service', 'fields', 'n8n'];

/** What each part of the package may import besides itself; docs/architecture.md says why. */
const MAY_IMPORT = {
	'service/core': [],
	'service/values': ['service/core'],
	'service/http': ['service/core', 'service/values'],
	'service/lists': ['service/core', 'service/values', 'service/http'],
	service: [],
	fields: ['service'],
	n8n: ['service'],
	'actions/core': SHARED,
	'actions/(?:appointment|calendar|webhook)': [...SHARED, 'actions/core'],
	actions: SHARED,
	pickers: SHARED,
	watching: ['service', 'n8n'],
	pollingTrigger: [...SHARED, 'watching'],
	'webhookTrigger/runs': [...SHARED, 'watching'],
	'webhookTrigger/subscription': [
		...SHARED,
		'watching',
		'webhookTrigger/settings',
		'webhookTrigger/runs',
	],
	'webhookTrigger/deliveries': [
		...SHARED,
		'watching',
		'webhookTrigger/settings',
		'webhookTrigger/runs',
		'webhookTrigger/subscription',
	],
	'webhookTrigger/catchUp': [
		...SHARED,
		'watching',
		'webhookTrigger/settings',
		'webhookTrigger/runs',
		'webhookTrigger/subscription',
	],
};

const below = (parts) => `${NODES}(?:${parts.join('|')})(?:/|\\.ts$)`;

/** Data flows one way: no part imports another that builds on it, and no file itself in a circle. */
module.exports = {
	forbidden: [
		...Object.entries(MAY_IMPORT).map(([part, others]) => ({
			name: `what ${part} may import`,
			severity: 'error',
			from: { path: below([part]) },
			to: { dependencyTypes: ['local'], pathNot: below([part, ...others]) },
		})),
		{ name: 'no circles', severity: 'error', from: {}, to: { circular: true } },
		{
			// So that no two folders import each other: every file of service/ stands on its folders.
			name: 'a folder of service/ imports no file of the one above it',
			severity: 'error',
			from: { path: `(${NODES}service.*)/[^/]+/[^/]+$` },
			to: { path: '^$1/[^/]+$' },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
