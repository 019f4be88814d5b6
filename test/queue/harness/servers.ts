import { execFile } from 'node:child_process';
import { chown, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathOf } from '../../../tools/programs.cjs';
import { BackgroundProcess } from '../../n8n/harness/process/background-process';
import { scratch } from '../../n8n/harness/paths';
import { freePorts } from '../../n8n/harness/process/ports';
import { temporaryFolder } from '../../n8n/harness/process/reaper';

/** A database or a broker on the loopback address. */
export interface Server {
	/** The settings with which n8n uses it. */
	env: NodeJS.ProcessEnv;
	process: BackgroundProcess;
}

/** A PostgreSQL of its own, with an empty database, that forgets everything when it ends. */
export async function startPostgres(): Promise<Server> {
	const folder = temporaryFolder('postgres');
	const user = await unprivilegedUser();
	if (user) await chown(folder, user.uid, user.gid);
	const data = join(folder, 'data');
	await promisify(execFile)(
		tool('initdb'),
		['-D', data, '-U', 'n8n', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
		{ ...user, cwd: folder },
	);
	const [port] = await freePorts(1);
	const process = new BackgroundProcess({
		name: 'PostgreSQL',
		command: tool('postgres'),
		// No flush to the disk: what it holds need not survive a loss of power.
		args: ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F'],
		env: { LC_ALL: 'C' },
		cwd: folder,
		logFile: join(scratch('logs'), `postgres-${port}.log`),
		...user,
	});
	const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n'];
	const ready = async () => process.log().includes('ready to accept connections');
	await process.waitUntil('ready', ready);
	await promisify(execFile)(tool('createdb'), [...connection, 'n8n']);
	return {
		process,
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_DATABASE: 'n8n',
			DB_POSTGRESDB_PASSWORD: '',
		},
	};
}

/** A Redis of its own, kept in memory alone. */
export async function startRedis(): Promise<Server> {
	const [port] = await freePorts(1);
	const process = new BackgroundProcess({
		name: 'Redis',
		command: tool('redis-server'),
		args: ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'],
		env: {},
		cwd: temporaryFolder('redis'),
		logFile: join(scratch('logs'), `redis-${port}.log`),
	});
	const ready = async () => process.log().includes('Ready to accept connections');
	await process.waitUntil('ready', ready);
	return {
		process,
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) },
	};
}

function tool(name: string): string {
	const path = pathOf(name);
	if (!path) throw new Error(`${name} is not installed`);
	return path;
}

/** Whom to run PostgreSQL as, which refuses to run as root. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const accounts = (await readFile('/etc/passwd', 'utf8'))
		.split('\n')
		.map((line) => line.split(':'));
	const account = accounts.find(([user = '']) => ['postgres', 'nobody'].includes(user));
	if (!account) throw new Error('PostgreSQL needs a user other than root, such as "nobody"');
	return { uid: Number(account[2]), gid: Number(account[3]) };
}
