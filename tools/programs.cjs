// Programs that npm does not bring, and the Debian packages that do.
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync } = require('node:fs');
const { delimiter, join } = require('node:path');

/** To compile n8n's SQLite driver. */
exports.compilers = ['python3', 'make', 'g++'];
/** What suites start beside n8n. */
exports.servers = ['chromium', 'redis-server', 'postgres'];

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
 * While packages are installed, Debian asks this file whether their services may be started, and takes
 * 101 for no. One that is there belongs to the machine and stays.
 * @param {string} policy
 */
exports.installScript = (policy) => `
if [ ! -e ${policy} ]; then
	trap 'rm -f ${policy}' EXIT
	trap 'exit 1' HUP INT TERM
	printf '#!/bin/sh\\nexit 101\\n' > ${policy} && chmod +x ${policy} || exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update && apt-get -qq install -y --no-install-recommends "$@"
`;

/**
 * How to install packages: as root, or with a sudo that asks nothing. Undefined if that is not possible.
 * @returns {((packages: string[]) => boolean) | undefined}
 */
exports.installer = () => {
	const succeeds = (stdio, command, ...args) => spawnSync(command, args, { stdio }).status === 0;
	const isRoot = process.getuid?.() === 0;
	const may = isRoot || succeeds('ignore', 'sudo', '-n', 'true');
	if (!may || pathOf('apt-get') === undefined) return undefined;
	const [command, ...args] = [...(isRoot ? [] : ['sudo', '-n']), 'sh', '-c'];
	const script = exports.installScript('/usr/sbin/policy-rc.d');
	const stdio = ['ignore', 'ignore', 'inherit'];
	return (packages) => succeeds(stdio, command, ...args, script, 'sh', ...packages);
};
