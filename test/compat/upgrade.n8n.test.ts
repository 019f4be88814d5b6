import { packTarball, startN8n, type N8n } from '../n8n/harness';
import { upgradeCase } from './upgradeCase';

let older: N8n;
let newer: N8n | undefined;

beforeAll(async () => {
	const n8nFolder = process.env.TEST_OLDER_N8N_FOLDER;
	if (!n8nFolder) throw new Error('Run "npm run test:compat": it installs the older n8n.');
	older = await startN8n({ n8nFolder, packageTarball: await packTarball() });
}, 240_000);
afterAll(async () => await newer?.stop());

test('workflows published in an older n8n continue in this one', async () => {
	await upgradeCase(older, async () => {
		const { folder, url } = older;
		newer = await startN8n({ folder, port: Number(new URL(url).port) });
		return newer;
	});
}, 590_000);
