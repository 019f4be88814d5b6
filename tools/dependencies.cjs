const MAY_IMPORT = require('./rooms.cjs');

const NODES = '^nodes/AppointmentScheduling/';
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
			// So that no two folders import each other: what folders share is in one below them.
			name: 'a folder imports no file of the one above it',
			severity: 'error',
			from: { path: `(${NODES}.+)/[^/]+/[^/]+$`, pathNot: `${NODES}actions/` },
			to: { path: '^$1/[^/]+$', pathNot: below(['service/errors']) },
		},
		{
			// There it is the other way round: operations build on what is above them.
			name: 'what operations share imports none of them',
			severity: 'error',
			from: { path: `${NODES}actions/[^/]+$` },
			to: { path: `${NODES}actions/[^/]+/` },
		},
		{
			// But for the errors, which are above the values of the service.
			name: 'no circles of folders',
			severity: 'error',
			scope: 'folder',
			from: { path: NODES, pathNot: `${NODES}service` },
			to: { circular: true },
		},
		{
			name: 'the table above says what each folder may import',
			severity: 'error',
			from: { path: `${NODES}.+/`, pathNot: below(Object.keys(MAY_IMPORT)) },
			to: { dependencyTypes: ['local'] },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
