// Debian packages of programs that npm does not bring.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** To compile n8n's SQLite driver. */
export const compilers = { python3: 'python3', make: 'make', 'g++': 'g++' };
/** What suites start beside n8n. */
export const servers = {
	chromium: 'chromium',
	nginx: 'nginx',
	'redis-server': 'redis-server',
	initdb: 'postgresql',
};

const POSTGRES = '/usr/lib/postgresql';

/** The packages of the programs that are not installed. */
export const absent = (programs) =>
	Object.entries(programs).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]));

function isInstalled(program) {
	const postgres = existsSync(POSTGRES)
		? readdirSync(POSTGRES).map((version) => join(POSTGRES, version, 'bin'))
		: [];
	const folders = [...process.env.PATH.split(delimiter), '/usr/sbin', ...postgres];
	return folders.some((folder) => existsSync(join(folder, program)));
}

export const installCommand = (packages) =>
	`apt-get install --no-install-recommends ${packages.join(' ')}`;

/** Installs them as root, or with a sudo that asks nothing. False if that is not possible. */
export function install(packages) {
	if (packages.length === 0) return true;
	const succeeds = (stderr, command, ...args) =>
		spawnSync(command, args, { stdio: ['ignore', 'ignore', stderr] }).status === 0;
	const isRoot = process.getuid?.() === 0;
	if (!isRoot && !succeeds('ignore', 'sudo', '-n', 'true')) return false;
	const asRoot = [...(isRoot ? [] : ['sudo', '-n']), 'env', 'DEBIAN_FRONTEND=noninteractive'];
	const apt = (...args) => succeeds('inherit', ...asRoot, 'apt-get', '-qq', ...args);
	return apt('update') && apt('install', '-y', '--no-install-recommends', ...packages);
}
