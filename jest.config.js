const path = require('node:path');

const tsconfig = path.join(__dirname, 'test', 'tsconfig.json');

/** The test files below the given folders; types are checked by `npm run typecheck`, not here. */
function suite(displayName, folders) {
	return {
		displayName,
		rootDir: __dirname,
		testEnvironment: 'node',
		setupFiles: [path.join(__dirname, 'test', 'tools', 'seed.ts')],
		testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.ts`),
		testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/workspace/'],
		modulePathIgnorePatterns: [
			'<rootDir>/dist/',
			'<rootDir>/.tmp/',
			'<rootDir>/test/n8n/workspace/',
		],
		transform: { '\\.ts$': ['ts-jest', { tsconfig, diagnostics: false }] },
	};
}

module.exports = {
	projects: [
		suite('unit', ['unit', 'stand-in']),
		suite('contract', ['contract']),
		suite('n8n', ['n8n']),
		suite('queue', ['queue']),
		suite('browser', ['browser']),
		suite('soak', ['soak']),
		suite('compat', ['compat']),
		suite('deployment', ['deployment']),
	],
	testTimeout: 60_000,
	// Jest would leave one core idle, which is half of a small build server.
	maxWorkers: '100%',
};
