import { randomBytes } from 'node:crypto';
import { freePorts, N8nApi, N8nProcess, temporaryFolder } from '../../n8n/harness';
import { installPackage, packTarball } from '../../n8n/harness/package';
import { baseEnvironment } from '../../n8n/harness/process/environment';
import { startPostgres, startRedis, type Server } from './servers';

/** The public address, as of a proxy that takes the path away. Only `target` and `atProcessor` lead to it. */
const ADDRESS = 'https://queue.example/automation';

/** n8n in queue mode: a main process, webhook processors and workers. */
export class Cluster {
	private turn = 0;

	constructor(
		readonly api: N8nApi,
		readonly main: N8nProcess,
		readonly processors: N8nProcess[],
		readonly workers: N8nProcess[],
		private readonly servers: Server[],
	) {}

	private get n8n(): N8nProcess[] {
		return [this.main, ...this.processors, ...this.workers];
	}

	/** Where deliveries go: to the processors in turns, as a balancer before n8n does. */
	readonly target = (webhookUrl: string): string =>
		this.atProcessor(this.turn++ % this.processors.length, webhookUrl);

	/** The main process, which watches. */
	readonly atMain = (webhookUrl: string): string => webhookUrl.replace(ADDRESS, this.main.url);

	/** The same webhook at one processor. */
	atProcessor(index: number, webhookUrl: string): string {
		return webhookUrl.replace(ADDRESS, this.processors[index]!.url);
	}

	/** Ends n8n's processes at once; its database stays. */
	async stopN8n(): Promise<void> {
		await Promise.all(this.n8n.map(async (process) => await process.kill()));
	}

	async startN8n(): Promise<void> {
		await this.main.start();
		await Promise.all(this.n8n.slice(1).map(async (process) => await process.start()));
	}

	/** Ends everything at once; asked politely, a processor may wait half a minute for nothing. */
	async stop(): Promise<void> {
		await this.stopN8n();
		await Promise.all(this.servers.map(async ({ process }) => await process.kill()));
	}
}

/** A main process, two processors and two workers with the packed package. */
export async function startCluster(env: NodeJS.ProcessEnv): Promise<Cluster> {
	const packageTarball = await packTarball();
	const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
	const shared: NodeJS.ProcessEnv = {
		...baseEnvironment(),
		...postgres.env,
		...redis.env,
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		N8N_PROTOCOL: 'http',
		N8N_SECURE_COOKIE: 'false',
		N8N_DISABLE_UI: 'true',
		N8N_WEBHOOK_URL: `${ADDRESS}/`,
		WEBHOOK_URL: `${ADDRESS}/`,
		...env,
	};
	const prepare = async (command: string, readyLine = ''): Promise<N8nProcess> => {
		const folder = temporaryFolder(`n8n-${command}`);
		await installPackage(folder, packageTarball);
		const [port, brokerPort] = await freePorts(2);
		return new N8nProcess({
			command,
			url: `http://127.0.0.1:${port}`,
			folder,
			readyLine,
			env: {
				...shared,
				N8N_USER_FOLDER: folder,
				N8N_PORT: String(port),
				N8N_RUNNERS_BROKER_PORT: String(brokerPort),
				...(command === 'worker'
					? { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) }
					: {}),
			},
		});
	};
	const main = await prepare('start', 'Editor is now accessible via');
	await main.start();
	const api = new N8nApi(main.url, await N8nApi.setUp(main.url));
	const processors = [await prepare('webhook'), await prepare('webhook')];
	const workers = [await prepare('worker'), await prepare('worker')];
	await Promise.all([...processors, ...workers].map(async (process) => await process.start()));
	return new Cluster(api, main, processors, workers, [postgres, redis]);
}
