/**
 * `npm run dev`: the nodes in a running n8n beside the stand-in service. A change of a source is
 * there within seconds, without a restart: n8n reloads the package and tells the editor. What you
 * build in the editor is kept in .tmp/dev.
 */
import { once } from 'node:events';
import { isFree, startN8n, type N8n } from '../../../test/n8n/harness';
import { scratch } from '../../../test/n8n/harness/paths';
import { say, show } from '../console';
import { startPage } from '../page/server';
import { ports, startStandIn } from '../standIn';
import { keptCredential, republish } from './kept';
import { LivePackage } from './livePackage';

async function main(): Promise<void> {
	const folder = scratch('dev');
	const live = new LivePackage(folder, {
		rebuilt: (files) => say(`Rebuilt ${files.join(', ')}`),
		objection: (line) => show(line),
	});
	const service = await startStandIn(ports.service);
	const page = await startPage(service);
	let n8n: N8n | undefined;
	try {
		say('Building the package');
		await live.start();
		say('Starting n8n (up to half a minute)');
		n8n = await startN8n({
			folder,
			editor: true,
			port: (await isFree(ports.n8n)) ? ports.n8n : undefined,
			env: { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' },
		});
		page.show(n8n);
		const isNew = await keptCredential(n8n, service);
		await republish(n8n);
		say(isNew ? 'Ready' : 'Ready, with the workflows of last time');
		show(
			[
				`n8n        ${n8n.url}  (accept the certificate, it is made on this machine)`,
				`email      ${n8n.account.email}`,
				`password   ${n8n.account.password}`,
				`service    ${page.url}  (API at ${service.baseUrl}, token ${service.token})`,
				'Edit a file below nodes/ or credentials/: n8n shows it after a moment. Ctrl-C ends this.',
			].join('\n'),
		);
		await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
		page.calm();
		say('Ending');
	} finally {
		live.stop();
		await n8n?.stop();
		await page.stop();
		await service.stop();
	}
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
