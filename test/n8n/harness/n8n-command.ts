import { delimiter, join } from 'node:path';
import { BackgroundProcess } from './background-process';
import type { HttpClient } from './http';
import { n8nFolder, root } from './paths';

const startTimeoutMs = 120_000;

/** Parts of n8n that no test touches and that lengthen its start or look for the internet. */
const unneededModules = [
	'breaking-changes',
	'chat-hub',
	'data-table',
	'dynamic-credentials',
	'encryption-key-manager',
	'external-secrets',
	'favorites',
	'insights',
	'instance-ai',
	'instance-registry',
	'instance-version-history',
	'ldap',
	'log-streaming',
	'mcp',
	'mcp-registry',
	'n8n-packages',
	'oauth-jwe',
	'oauth-server',
	'otel',
	'policy-infrastructure',
	'provisioning',
	'quick-connect',
	'redaction',
	'runtime-credentials',
	'source-control',
	'sso-oidc',
	'sso-saml',
	'token-exchange',
	'workflow-builder',
	'workflow-reviews',
];

/** Nothing of the surrounding n8n settings, Node 24 first in the path, silent towards the internet. */
export function baseEnvironment(): NodeJS.ProcessEnv {
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
		N8N_DISABLED_MODULES: unneededModules.join(),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
	};
}

/** Starts a command of the pinned n8n, such as `start`, `worker` or `webhook`. */
export function spawnN8n(
	command: string,
	{ env, folder, logFile }: { env: NodeJS.ProcessEnv; folder: string; logFile: string },
): BackgroundProcess {
	return new BackgroundProcess({
		name: `n8n ${command}`,
		command: join(root, 'node_modules/.bin/node'),
		args: [join(n8nFolder, 'bin/n8n'), command],
		env,
		cwd: folder,
		logFile,
	});
}

/** Waits until the process answers at its address and, where one is given, has logged a line. */
export async function untilReady(
	process: BackgroundProcess,
	http: HttpClient,
	url: string,
	line = '',
): Promise<void> {
	const answers = async () => {
		try {
			const { status } = await http.request(`${url}/healthz/readiness`, { timeoutMs: 5_000 });
			return status === 200 && process.log().includes(line);
		} catch {
			return false;
		}
	};
	await process.waitUntil('ready', answers, startTimeoutMs);
}
