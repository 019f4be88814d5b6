import { join } from 'node:path';
import { packTarball, startN8n, type N8n } from '../../n8n/harness';
import { installPackage } from '../../n8n/harness/package';
import { upgradeCase } from './upgradeCase';

const firstVersion = join(__dirname, '../fixtures/first-version.tgz');
let n8n: N8n;

beforeAll(async () => {
	n8n = await startN8n({ packageTarball: firstVersion });
}, 240_000);
afterAll(async () => await n8n.stop());

test('what the first version of the package registered and remembers, this one goes on with', async () => {
	await upgradeCase(n8n, async () => {
		await installPackage(n8n.folder, await packTarball());
		await n8n.start();
		return n8n;
	});
}, 590_000);
