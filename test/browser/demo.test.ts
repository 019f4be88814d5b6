import type { Browser, Locator, Page as Tab } from 'playwright-core';
import { DateTime } from 'luxon';
import { startPage, type Page } from '../../tools/demo/page/server';
import { startStandIn, zone } from '../../tools/demo/standIn';
import { eventually, PATIENCE_MS, request } from '../n8n/harness';
import { sharedN8n } from '../n8n/harness/shared';
import { example } from '../n8n/support/examples';
import { viaGateway } from '../n8n/support/gateway';
import { serveJson } from '../n8n/support/jsonServer';
import { credentialOf, type Service } from '../stand-in';
import { startBrowser } from './support/browser';

let service: Service;
let demo: Page;
let receiver: Awaited<ReturnType<typeof serveJson>>;
let browser: Browser;
let tab: Tab;
const complaints: string[] = [];

beforeAll(async () => {
	[service, browser] = await Promise.all([startStandIn(), startBrowser()]);
	receiver = await serveJson((_, respond) => respond({}));
	demo = await startPage(service);
	const events = ['appointment.created', 'appointment.updated', 'appointment.canceled'];
	service.webhooks.add({ url: receiver.url, events });
	tab = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
	tab.setDefaultTimeout(PATIENCE_MS);
	tab.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
	tab.on('pageerror', (error) => complaints.push(error.message));
	await tab.goto(demo.url);
	await tab.waitForSelector('.appointment');
});
afterEach(() => {
	demo.calm();
	expect(complaints.splice(0)).toEqual([]);
});
afterAll(async () => {
	await browser?.close();
	await demo?.stop();
	await service?.stop();
	await receiver?.stop();
});

const day = (offset: number) => DateTime.now().setZone(zone).plus({ days: offset }).toISODate()!;
const shown = (name: string): Locator => tab.locator('.appointment', { hasText: name }).first();
const stored = (name: string) =>
	service.appointments.list().find(({ person }) => person.full_name === name)!;
const storedAs = async (name: string, expected: object) =>
	await eventually(() => expect(stored(name)).toMatchObject(expected));
/** The calendar is drawn anew with every event: what was found may be gone when it is measured. */
const boxOf = async (locator: Locator) => {
	for (;;) {
		await locator.waitFor();
		const box = await locator.boundingBox();
		if (box) return box;
	}
};
const latest = (): Locator => tab.locator('#deliveries > li').first();

test('shows the week: twenty appointments on seven days, in both colors and on a phone', async () => {
	expect(await tab.locator('.appointment').count()).toBe(20);
	expect(await tab.locator('.fc-timegrid-col[data-date]').count()).toBe(7);
	for (const colorScheme of ['light', 'dark'] as const) {
		for (const width of [1400, 800, 400]) {
			await tab.emulateMedia({ colorScheme });
			await tab.setViewportSize({ width, height: 1000 });
			expect(await tab.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
			expect(await shown('Emma Weber').isVisible()).toBe(true);
		}
	}
	await tab.setViewportSize({ width: 1400, height: 1000 });
});

test('the list of what to enter in n8n closes with Escape', async () => {
	const list = tab.locator('#to-enter');
	await tab.getByText('What to enter in n8n').click();
	expect(await list.isVisible()).toBe(true);
	await tab.keyboard.press('Escape');
	expect(await list.isVisible()).toBe(false);
});

test('books an appointment by keyboard alone, and shows its delivery with the response', async () => {
	await tab.locator('#book').focus();
	await tab.keyboard.press('Enter');
	await tab.keyboard.type('Ann Lee');
	await tab.locator('#dialog input[name=start]').fill(`${day(2)}T18:00`);
	await tab.keyboard.press('Enter');

	await shown('Ann Lee').waitFor();
	expect(stored('Ann Lee')).toMatchObject({ wall: `${day(2)}T18:00:00`, status: 'CONFIRMED' });
	await latest().getByText('200 in').first().waitFor();
	expect(await latest().textContent()).toContain('Ann Lee');
	await latest().locator('summary').click();
	const details = await latest().locator('pre').textContent();
	expect(details).toMatch(/^200 in \d+ ms at .* \{\}$/m);
	expect(details).toContain('"event": "CREATED"');
	expect(details).toContain(stored('Ann Lee').appointment_key);
});

test('moves an appointment with the keyboard, and keeps the focus on it', async () => {
	await shown('Emma Weber').focus();
	await tab.keyboard.press('Shift+ArrowDown');
	await storedAs('Emma Weber', { wall: `${day(5)}T17:00:00` });
	await shown('Emma Weber').and(tab.locator('[title*="17:00"]')).waitFor();
});

test('moves an appointment by dragging it', async () => {
	const from = await boxOf(shown('Ingrid Lund'));
	const to = await boxOf(tab.locator('.fc-timegrid-col[data-date]').nth(2));
	const hour = to.height / 12;
	await tab.mouse.move(from.x + 20, from.y + 8);
	await tab.mouse.down();
	await tab.mouse.move(to.x + 30, from.y + 8 + 3 * hour, { steps: 8 });
	await tab.mouse.up();
	await storedAs('Ingrid Lund', { wall: `${day(2)}T12:30:00` });
	expect(await tab.locator('dialog[open]').count()).toBe(0);
});

test('marks and cancels appointments', async () => {
	await shown('Ana García').click();
	await tab.locator('#dialog select[name=status]').selectOption('NO_SHOW');
	await tab.locator('#dialog button:text("Save")').click();
	await storedAs('Ana García', { status: 'NO_SHOW' });
	await shown('José Núñez').click();
	await tab.locator('#dialog button[name=cancel]').click();
	await storedAs('José Núñez', { status: 'CANCELED' });
	await tab.locator('.appointment[data-status=CANCELED]').waitFor();
});

test('says why an appointment cannot be moved to a time that is taken', async () => {
	await shown('Łukasz Żak').click();
	await tab.locator('#dialog input[name=start]').fill(`${day(3)}T12:00`);
	await tab.locator('#dialog button:text("Save")').click();
	await tab.locator('#dialog .problem', { hasText: 'That time is taken: Dr. Silva.' }).waitFor();
	expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
	await tab.locator('#dialog button[name=close]').click();
	expect(stored('Łukasz Żak').wall).toBe(`${day(2)}T10:00:00`);
});

test('the failure switches change how events are delivered and requests are answered', async () => {
	const choose = async (label: string) => await tab.getByText(label, { exact: true }).click();
	const move = async () => {
		await shown('Tom Baker').focus();
		await tab.keyboard.press('Shift+ArrowDown');
	};
	await choose('Twice');
	await eventually(() => expect(service.deliveries.options.copies).toBe(2));
	await move();
	await latest().getByText('2 × 200').waitFor();

	await choose('Never');
	await eventually(() => expect(service.deliveries.options.lost).toBe(true));
	await move();
	await latest().getByText('not sent').waitFor();

	await choose('Fail');
	await eventually(() => expect(service.settings.failEvery).toBe(1));
	const headers = { authorization: `Bearer ${service.token}` };
	await request(`${service.baseUrl}/api/v3/webhooks/`, { headers });
	await tab.locator('#requests > li').first().getByText('503 in').waitFor();
});

test('shows each message that a workflow sends beside the appointment that caused it', async () => {
	const { api } = await sharedN8n();
	const appointmentSchedulingApi = await api.createCredential(credentialOf(service));
	const person = { full_name: 'Rosa Parks', phone: '+55 11 98765-4321', email: 'rosa@example.com' };
	const start_date = service.zone.iso(Date.now() + 20 * 3_600_000);
	service.seed(1, { status: 'CONFIRMED', start_date, person });
	const credentials = { appointmentSchedulingApi };
	const workflow = viaGateway(example('remind-a-day-before.json', { credentials }), demo.gateway);
	const { id } = await api.createWorkflow(workflow);
	await api.activate(id);

	const message = tab.locator('.message', { hasText: 'To rosa@example.com' });
	await message.locator('.about', { hasText: 'Rosa Parks' }).waitFor();
	expect(await message.locator('.text').textContent()).toMatch(/^Your appointment on \w+day/);
	await request(demo.gateway, { method: 'POST', body: { number: '5511987654321', text: 'Olá!' } });
	const text = tab.locator('.message', { hasText: 'To 5511987654321' });
	await text.locator('.about', { hasText: 'Rosa Parks' }).click();
	expect(await tab.locator('#dialog input[name=phone]').inputValue()).toBe(person.phone);
	await tab.locator('#dialog button[name=close]').click();
	await api.deleteWorkflow(id);
});
