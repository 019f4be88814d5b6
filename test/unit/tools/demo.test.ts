import { DateTime } from 'luxon';
import { startPage, type Page } from '../../../tools/demo/page/server';
import { withinADay, zone } from '../../../tools/demo/standIn';
import { request } from '../../support/request';
import { service } from '../support/service';

let page: Page;
beforeAll(async () => {
	page = await startPage(await service());
	const account = { email: 'owner@n8n.example', password: 's3cret', apiKey: '' };
	page.editor = { url: 'https://n8n.example', account };
});
afterAll(async () => await page.stop());

const ask = async (path: string, host: string) =>
	await request(`${page.url}${path}`, { headers: { host } });

it.each(['evil.example', '127.0.0.1.evil.example:80', '127.0.0.1', ' '])(
	'the demo tells a page that reaches it as "%s" nothing about its owner',
	async (host) => {
		for (const path of ['/', '/api/state']) {
			const { status, text } = await ask(path, host);
			expect(status).toBeGreaterThanOrEqual(400);
			expect(text).not.toContain('s3cret');
		}
	},
);

it.each(['127.0.0.1', 'localhost'])('the demo answers as %s', async (name) => {
	const { status, text } = await ask('/api/state', `${name}:${new URL(page.url).port}`);
	expect(status).toBe(200);
	expect(text).toContain('s3cret');
});

it('at each time of a day, somebody has an appointment within the next day, in working hours', () => {
	const midnight = DateTime.fromISO('2026-11-29T00:00', { zone });
	for (let minute = 0; minute < 24 * 60; minute += 5) {
		const now = midnight.plus({ minutes: minute });
		const start = DateTime.fromISO(withinADay(now.toUTC()), { zone });
		const hours = start.diff(now).as('hours');
		expect({ now: now.toISO(), isSoon: hours > 1 && hours < 23 }).toMatchObject({ isSoon: true });
		expect(start.hour).toBeGreaterThanOrEqual(10);
		expect(start.hour).toBeLessThan(18);
	}
});
