import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { n8nFolder, root } from '../paths';

/** Parts of n8n that tests need, or that it cannot do without. The others lengthen its start. */
const needed = [
	'agent-evals',
	'agents',
	'community-packages',
	'engine-v2',
	'instance-reporting',
	'promotions',
	'type-availability-policies',
	'workflow-index',
];

/** Nothing of the surrounding n8n settings, Node 24 first in the path, silent towards the internet. */
export function baseEnvironment(program = n8nFolder): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(
		([name]) =>
			!/^(N8N_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_|NODES_|npm_|NODE_OPTIONS|JEST_)/.test(name),
	);
	return {
		...Object.fromEntries(inherited),
		NODE_ENV: 'production',
		PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_PYTHON_ENABLED: 'false',
		N8N_DISABLED_MODULES: modulesOf(program)
			.filter((name) => !needed.includes(name))
			.join(),
		// Code nodes, which few tests have, need another process.
		N8N_RUNNERS_MODE: 'external',
		N8N_RUNNERS_AUTH_TOKEN: randomBytes(16).toString('hex'),
		// On a busy machine, n8n would take its database for lost and refuse every request with 503.
		DB_PING_INTERVAL_SECONDS: '86400',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '120',
		// The API gives executions of any size; before n8n 2 it did so without this.
		EXECUTIONS_DATA_MAX_DISPLAY_SIZE: '0',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
	};
}

/** n8n refuses to start when a module is named that it does not have. */
function modulesOf(program: string): string[] {
	const folders = readdirSync(join(program, 'dist/modules'), { withFileTypes: true });
	return folders
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name.replace(/\.ee$/, ''));
}
