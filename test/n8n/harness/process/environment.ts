import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { n8nFolder, root } from '../paths';

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
		N8N_DISABLED_MODULES: unneededModules.filter((name) => hasModule(program, name)).join(),
		// On a busy machine, n8n would take its database for lost and refuse every request with 503.
		DB_PING_INTERVAL_SECONDS: '86400',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '120',
		// The API gives executions of any size; before n8n 2 it did so without this.
		EXECUTIONS_DATA_MAX_DISPLAY_SIZE: '0',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
	};
}

/** Whether this n8n has the module: it refuses to start when one is named that it does not know. */
function hasModule(program: string, name: string): boolean {
	const folder = join(program, 'dist/modules', name);
	return existsSync(folder) || existsSync(`${folder}.ee`);
}
