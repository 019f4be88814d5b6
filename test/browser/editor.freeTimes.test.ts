import { chain } from '../n8n/harness';
import { after, PATIENCE_MS, start, useEditor } from './support/editor';

jest.setTimeout(2 * PATIENCE_MS);

const editor = useEditor();
const options = { timezone: 'Europe/Madrid' };

/** Chooses an entry of a drop-down. */
async function choose(name: string, entry: string): Promise<void> {
	await editor.find(`parameter-input-${name}`).click();
	await editor.tab
		.locator('.el-select-dropdown__item:visible')
		.getByText(entry, { exact: true })
		.click();
}

const parameter = (name: string) => editor.find(`parameter-input-${name}`);

test("today's appointments are listed without an expression", async () => {
	const { service } = editor;
	const today = service.zone.wall(Date.now()).slice(0, 10);
	const shown = service.book({ status: 'CONFIRMED', start_date: `${today}T12:00:00` });
	const list = { resource: 'appointment', operation: 'getAll', simplify: true, options };
	await editor.open(chain('Today', [start, editor.action('List', list)]));
	await editor.openNode('List');
	await choose('when', 'Today');
	await editor.find('node-execute-button').click();
	await editor.holds('output-panel', shown.search_code);
	const times = await editor
		.find('output-panel')
		.getByText(/^\d{4}-\d\d-\d\dT/)
		.allTextContents();
	expect(times.filter((time) => !time.startsWith(today))).toEqual([]);
});

test('On Date asks for a day, Between for two, the others for none', async () => {
	const list = { resource: 'appointment', operation: 'getAll' };
	await editor.open(chain('Days', [start, editor.action('List', list)]));
	await editor.openNode('List');
	for (const [when, shown] of [
		['On Date', ['day']],
		['Between', ['from', 'to']],
		['Next 7 Days', []],
	] as const) {
		await choose('when', when);
		for (const name of ['day', 'from', 'to']) {
			const state = shown.some((one) => one === name) ? 'visible' : 'hidden';
			await parameter(name).waitFor({ state });
		}
	}
});

test('free times: a calendar from the list, fields before a run, times afterwards', async () => {
	const { service } = editor;
	const { calendar } = service.appointments.list()[0]!;
	service.book({ status: 'CONFIRMED', start_date: '2030-12-03T09:30:00', calendar });
	const free = {
		...{ resource: 'appointment', operation: 'getFreeTimes', options },
		...{ when: 'onDate', day: '2030-12-03T00:00:00' },
	};
	const nodes = [start, editor.action('Free Times', free), after];
	await editor.open(chain('Free', nodes));
	await editor.node('Free Times').getByText('Get Free Times').waitFor();
	await editor.openNode('After');
	await editor.find('schema-preview-warning').waitFor();
	await editor.find('run-data-schema-item').getByText('end_date', { exact: true }).waitFor();
	await editor.closeNode();

	await editor.openNode('Free Times');
	await editor.find('ndv').getByText('The node cannot know holidays').waitFor();
	await editor.find('rlc-input').click();
	await editor.find('rlc-item').getByText(calendar.name).first().click();
	await editor.find('node-execute-button').click();
	await editor.holds('output-panel', '2030-12-03T10:00:00+01:00');
	expect(await editor.find('output-panel').getByText('2030-12-03T09:30:00+01:00').count()).toBe(1);
	await editor.picture('free-times', editor.find('ndv'));
});
