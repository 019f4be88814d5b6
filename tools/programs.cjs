// Programs that npm does not bring, and the Debian packages that do.
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync } = require('node:fs');
const { delimiter, join } = require('node:path');

/** To compile n8n's SQLite driver. */
exports.compilers = ['python3', 'make', 'g++'];
/** What suites start beside n8n. */
exports.servers = ['chromium', 'nginx', 'redis-server', 'postgres'];

const POSTGRES = '/usr/lib/postgresql';

/**
 * Where a program is, in the path or where Debian puts it; the newest of several.
 * @param {string} name
 * @returns {string | undefined}
 */
function pathOf(name) {
	const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : [];
	const newest = versions.sort((a, b) => Number(b) - Number(a));
	const folders = [
		...newest.map((version) => join(POSTGRES, version, 'bin')),
		...(process.env.PATH ?? '').split(delimiter),
		'/usr/sbin',
	];
	return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
exports.pathOf = pathOf;

/**
 * The packages of the programs that are not installed.
 * @param {string[]} programs
 */
exports.absent = (programs) =>
	programs
		.filter((program) => pathOf(program) === undefined)
		.map((program) => (program === 'postgres' ? 'postgresql' : program));

/** @param {string[]} packages */
exports.installCommand = (packages) =>
	`apt-get install --no-install-recommends ${packages.join(' ')}`;

/**
 * Installs them as root, or with a sudo that asks nothing. False if that is not possible.
 * @param {string[]} packages
 */
exports.install = (packages) => {
	const succeeds = (stderr, command, ...args) =>
		spawnSync(command, args, { stdio: ['ignore', 'ignore', stderr] }).status === 0;
	const isRoot = process.getuid?.() === 0;
	if (!isRoot && !succeeds('ignore', 'sudo', '-n', 'true')) return false;
	const asRoot = [...(isRoot ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive'];
	const apt = (...args) => succeeds('inherit', ...asRoot, 'apt-get', '-qq', ...args);
	return apt('update') && apt('install', '-y', '--no-install-recommends', ...packages);
};
