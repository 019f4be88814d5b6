import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

import { startPage, type Page } from '../../../tools/demo/page/server';
import { service } from '../support/service';

let page: Page;
beforeAll(async () => {
	page = await startPage(await service());
	page.show({
		url: 'https://n8n.example',
		account: { email: 'owner@n8n.example', password: 's3cret', apiKey: '' },
	});
});
afterAll(async () => await page.stop());

async function ask(path: string, host?: string): Promise<{ status?: number; body: string }> {
	const request = get(`${page.url}${path}`, { agent: false, ...(host && { headers: { host } }) });
	const [response] = (await once(request, 'response')) as [IncomingMessage];
	let body = '';
	for await (const chunk of response) body += String(chunk);
	return { status: response.statusCode, body };
}

it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', '127.0.0.1', ''])(
	'the demo tells a page that reaches it as "%s" nothing about its owner',
	async (host) => {
		for (const path of ['/', '/api/state', '/api/events']) {
			const { status, body } = await ask(path, host || ' ');
			expect(status).toBeGreaterThanOrEqual(400);
			expect(body).not.toContain('s3cret');
		}
	},
);

it.each(['127.0.0.1', 'localhost'])('the demo answers as %s', async (name) => {
	const host = `${name}:${new URL(page.url).port}`;
	expect(await ask('/api/state', host)).toMatchObject({
		status: 200,
		body: expect.stringContaining('s3cret'),
	});
});
