const { availableParallelism } = require('node:os');
const path = require('node:path');

const tsconfig = path.join(__dirname, 'test', 'tsconfig.json');

/** The test files below the given folders; types are checked by `npm run typecheck`, not here. */
function suite(displayName, folders, more = {}) {
	return {
		displayName,
		rootDir: __dirname,
		testEnvironment: 'node',
		setupFiles: [path.join(__dirname, 'tools', 'seed.ts')],
		testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
		testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/workspace/'],
		modulePathIgnorePatterns: [
			'<rootDir>/dist/',
			'<rootDir>/.tmp/',
			'<rootDir>/test/n8n/workspace/',
		],
		transform: { '\\.ts$': ['ts-jest', { tsconfig, diagnostics: false }] },
		...more,
	};
}

const n8n = (file) => path.join(__dirname, 'test/n8n', file);

/** Tests in a real n8n, which is slow on a busy machine. */
function realN8n(name, more) {
	return suite(name, [name], {
		globalSetup: n8n('harness/globalSetup.ts'),
		setupFilesAfterEnv: [n8n('harness/patience.ts')],
		...more,
	});
}

/** With an n8n that several files use. */
const shared = {
	globalSetup: n8n('globalSetup.ts'),
	globalTeardown: n8n('globalTeardown.ts'),
};

module.exports = {
	projects: [
		suite('unit', ['unit', 'stand-in']),
		suite('contract', ['contract']),
		suite('simulation', ['simulation']),
		suite('mutants', ['mutants']),
		realN8n('n8n', shared),
		realN8n('queue'),
		realN8n('soak'),
		realN8n('compat', {
			...shared,
			testMatch: [
				...[
					'compat/load',
					'n8n/editor/credential',
					'n8n/actions/operations',
					'n8n/polling/inMemory',
				],
				...['n8n/trigger/lifecycle', 'n8n/deliveries/*'],
				...(process.env.TEST_OLDER_N8N_FOLDER ? ['compat/upgrade.n8n'] : []),
			].map((file) => `<rootDir>/test/${file}.test.ts`),
		}),
		realN8n('browser', shared),
	],
	testTimeout: 120_000,
	testSequencer: path.join(__dirname, 'tools/longestFirst.cjs'),
	// Jest would leave one core idle, which is half of a small build server, and some tests only wait.
	maxWorkers: Math.ceil(1.5 * availableParallelism()),
};
