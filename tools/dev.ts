/**
 * `npm run dev`: n8n with the package from this checkout, beside the stand-in for the service. What
 * you edit in nodes/ and credentials/ is compiled into the installed package, and n8n loads it again.
 * Workflows and credentials stay in `.tmp/dev`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isFree, packTarball, startN8n } from '../test/n8n/harness';
import { root, scratch } from '../test/n8n/harness/paths';
import { packageName } from '../test/n8n/harness/workflows';
import { say, show } from './say.cjs';
import { ports, startStandIn, zone } from './demo/standIn';

async function main(): Promise<void> {
	const folder = scratch('dev');
	say('Building the package, then starting n8n: up to a minute');
	const packageTarball = await packTarball();
	const service = await startStandIn(ports.service);
	const port = (await isFree(ports.n8n)) ? ports.n8n : undefined;
	const env = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' };
	const n8n = await startN8n({ packageTarball, folder, port, editor: true, env });
	const dist = join(folder, '.n8n/nodes/node_modules', packageName, 'dist');
	const options = ['-p', 'tsconfig.json', '--outDir', dist, '--watch', '--preserveWatchOutput'];
	const compiler = spawn('tsc', options, { cwd: root, stdio: 'inherit' });
	show(
		[
			`n8n        ${n8n.url}  (accept the certificate, it is made on this machine)`,
			`email      ${n8n.account.email}`,
			`password   ${n8n.account.password}`,
			`service    ${service.baseUrl}  (Base URL of a credential; Service Timezone ${zone})`,
			`token      ${service.token}`,
			'Reload the page after an edit. Icons and schemas need a new start. Ctrl-C ends it.',
		].join('\n'),
	);
	await Promise.race(['SIGINT', 'SIGTERM'].map(async (signal) => await once(process, signal)));
	compiler.kill();
	await n8n.stop();
	await service.stop();
}

void main();
