/** `npm run screenshots`: the pictures of README.md and docs/, taken in a real editor. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { credentialType, packTarball, startN8n, type N8n, type Workflow } from '../n8n/harness';
import { root } from '../n8n/harness/paths';
import { startService, type Service } from '../stand-in';

const browserPath = '/usr/bin/chromium';
const pictures = join(root, 'docs/images');

async function main(): Promise<void> {
	mkdirSync(pictures, { recursive: true });
	const service = await startService({ zone: 'Europe/Madrid' });
	let n8n: N8n | undefined;
	try {
		n8n = await startN8n({ packageTarball: await packTarball(), editor: true });
		await inEditor(n8n, async (page) => {
			await takeCanvas(page, n8n!, service);
			await takeCredential(page, n8n!, service);
		});
	} finally {
		await n8n?.stop();
		await service.stop();
	}
}

/** Opens the editor in a browser, signed in. */
async function inEditor({ url, account }: N8n, work: (page: Page) => Promise<void>): Promise<void> {
	const browser = await chromium.launch({
		executablePath: browserPath,
		args: ['--no-sandbox', '--disable-background-networking'],
	});
	try {
		const page = await browser.newPage({
			ignoreHTTPSErrors: true,
			viewport: { width: 1360, height: 760 },
		});
		page.setDefaultTimeout(120_000);
		await page.goto(`${url}/signin`);
		await page.locator('input[name="emailOrLdapLoginId"]').fill(account.email);
		await page.locator('input[name="password"]').fill(account.password);
		await page.keyboard.press('Enter');
		await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
		await work(page);
	} finally {
		await browser.close();
	}
}

/** An example from docs/examples, as it looks after the import. */
async function takeCanvas(page: Page, n8n: N8n, service: Service): Promise<void> {
	const id = await credentialFor(n8n, service, 'Front desk');
	const file = join(root, 'docs/examples/confirm-and-log-bookings.json');
	const example = JSON.parse(readFileSync(file, 'utf8')) as Workflow;
	for (const node of example.nodes) {
		if (!node.type.startsWith('n8n-nodes-appointment-scheduling.')) continue;
		node.credentials = { [credentialType]: { id, name: 'Front desk' } };
	}
	const { name, nodes, connections, settings } = example;
	const workflow = await n8n.api.createWorkflow({ name, nodes, connections, settings });
	await page.goto(`${n8n.url}/workflow/${workflow.id}`);
	await page
		.locator('.vue-flow__node')
		.nth(nodes.length - 1)
		.waitFor();
	await page.keyboard.press('1');
	await quiet(page);
	await page.locator('.vue-flow').screenshot({ path: join(pictures, 'canvas.png') });
}

/** The credential after its test. */
async function takeCredential(page: Page, n8n: N8n, service: Service): Promise<void> {
	const id = await credentialFor(n8n, service, 'Appointment Scheduling account');
	// High enough for all fields.
	await page.setViewportSize({ width: 1360, height: 1100 });
	await page.goto(`${n8n.url}/home/credentials/${id}`);
	const dialog = page.locator('[data-test-id="editCredential-modal"]');
	await dialog.waitFor();
	await quiet(page);
	await dialog.screenshot({ path: join(pictures, 'credential.png') });
}

async function credentialFor(n8n: N8n, service: Service, name: string): Promise<string> {
	const { baseUrl, token: accessToken } = service;
	return await n8n.api.createCredential({ baseUrl, accessToken }, { name });
}

/** Until the page asks for nothing more, and has stopped moving. */
async function quiet(page: Page): Promise<void> {
	await page.waitForLoadState('networkidle');
	await page.evaluate(
		'Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))',
	);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
