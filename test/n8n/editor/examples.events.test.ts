import type { IDataObject } from 'n8n-workflow';
import type { Status } from '../../stand-in';
import { eventually, outputOf } from '../harness';
import { serveJson } from '../support/jsonServer';
import { HOSTILE, settings, SHAPES, useExamples } from '../support/published';

const OPTICS = '00000000-0000-4000-a000-00000000000b';
const DENTISTRY = '00000000-0000-4000-a000-00000000000c';

const workflow = useExamples();
const statusOf = (key: string) => workflow.stored(key).status;

test('marks who did not come as no-show, whenever it is run, in both shapes', async () => {
	const book = (status: Status, hours: number) =>
		workflow.service.book({ status, start_date: workflow.inHours(hours) }).appointment_key;
	const came = book('ATTENDED', -2);
	const [missed, yesterday] = [book('CONFIRMED', -1.5), book('CONFIRMED', -25)];
	const others = [-0.5, 0.2, -60].map((hours) => book('CONFIRMED', hours));
	await workflow.import('mark-no-shows.json');
	const tested = await workflow.api.runManually(workflow.id, 'Every Evening');
	expect(outputOf(tested, 'Began an Hour Ago')).toHaveLength(2);
	expect(workflow.changes()).toEqual([]);
	await workflow.api.deleteWorkflow(workflow.id);
	for (const shape of SHAPES) {
		workflow.service.set({ shape });
		workflow.service.updateStatus(missed, 'CONFIRMED');
		await workflow.publish('mark-no-shows.json', { schedule: 'Every Evening' });
		await eventually(() => expect(statusOf(missed)).toBe('NO_SHOW'));
		await eventually(() => expect(statusOf(yesterday)).toBe('NO_SHOW'));
		expect(statusOf(came)).toBe('ATTENDED');
		for (const key of others) expect(statusOf(key)).toBe('CONFIRMED');
		await workflow.api.deactivate(workflow.id);
	}
});

test('names who could not be marked as no-show', async () => {
	const book = (full_name: string) =>
		workflow.service.book({
			status: 'CONFIRMED',
			start_date: workflow.inHours(-2),
			person: { full_name },
		}).appointment_key;
	const [refused, other] = [book('Rita'), book('Otto')];
	workflow.service.faults.add({
		method: 'PATCH',
		path: new RegExp(refused),
		action: { kind: 'respond', status: 400, body: { detail: 'no' } },
	});
	await workflow.publish('mark-no-shows.json', { schedule: 'Every Evening' });
	expect(await workflow.failure()).toMatch(/^Not marked: Rita, .*Everybody else was/);
	expect(statusOf(other)).toBe('NO_SHOW');
});

describe('the daily agenda', () => {
	const posted: Array<{ path: string; text: string }> = [];
	let team: Awaited<ReturnType<typeof serveJson>>;
	let own: typeof team;
	beforeAll(async () => {
		const at = async (path: string) =>
			await serveJson((body, respond) => {
				posted.push({ path, ...(body as { text: string }) });
				respond({});
			});
		[team, own] = [await at('team'), await at('own')];
	});
	beforeEach(() => (posted.length = 0));
	afterAll(async () => await Promise.all([team.stop(), own.stop()]));

	const parameters = () => ({ Settings: settings({ url: team.url, testUrl: own.url }) });
	/** What a production run posts to the team. */
	async function agenda(): Promise<string> {
		const { length } = posted;
		const schedule = 'Every Morning';
		await workflow.publish('daily-agenda.json', { parameters: parameters(), schedule });
		await eventually(() => expect(posted).toHaveLength(length + 1));
		expect(posted.at(-1)!.path).toBe('team');
		await workflow.api.deleteWorkflow(workflow.id);
		workflow.id = '';
		return posted.at(-1)!.text;
	}

	test('tells an empty day from one that could not be read', async () => {
		expect(await agenda()).toBe('No appointments today');
		const action = { kind: 'respond', status: 401, body: { detail: 'no' } } as const;
		workflow.service.faults.add({ method: 'GET', path: /appointments/, action });
		expect(await agenda()).toMatch(/^The appointments of today could not be read\./);
	});

	test("lists today's appointments by calendar, at the hours of the clinic, in both shapes", async () => {
		const { service } = workflow;
		const book = (time: string, name: string, full_name: string, status: Status) =>
			service.book({
				start_date: workflow.wall(0, time),
				calendar: { calendar_key: name === 'Optics' ? OPTICS : DENTISTRY, name },
				person: { full_name },
				status,
			});
		book('12:30', 'Optics', 'Ben', 'PENDING_PAYMENT');
		book('23:30', 'Dentistry', HOSTILE, 'CONFIRMED');
		book('10:00', 'Optics', 'Dora', 'NO_SHOW');
		book('10:30', 'Optics', 'Emil', 'DECLINED');
		book('09:15', 'Optics', 'Ana', 'CONFIRMED');
		for (const shape of SHAPES) {
			service.set({ shape });
			const lines = (await agenda()).split('\n');
			expect(lines[0]).toBe('Dentistry');
			expect(lines[1]).toMatch(/^23:30 HYPERLINK [\p{L}\p{N} .,'’&#/–-]+$/u);
			expect(lines.slice(2)).toEqual(['', 'Optics', '09:15 Ana', '12:30 Ben (pending)']);
		}
	});

	test('a test posts to the address of the person who tests', async () => {
		await workflow.import('daily-agenda.json', parameters());
		await workflow.api.runManually(workflow.id, 'Every Morning');
		expect(posted).toEqual([{ path: 'own', text: 'No appointments today' }]);
	});
});

test('frees the slot of a booking whose payment stays pending', async () => {
	const { service } = workflow;
	const parameters = { 'Two Hours to Pay': { amount: 3, unit: 'seconds' } };
	await workflow.publish('free-unpaid-slots.json', { parameters, watches: true });
	const [begun, unpaid, paid] = [-1, 100, 101].map((hours) =>
		service.book({ status: 'PENDING_PAYMENT', start_date: workflow.inHours(hours) }),
	);
	service.book({ status: 'CONFIRMED', start_date: workflow.inHours(102) });
	await eventually(async () => expect(await workflow.api.executions(workflow.id)).toHaveLength(4));
	service.updateStatus(paid!.appointment_key, 'CONFIRMED');
	const ended = await workflow.runs(4);

	expect(workflow.stored(unpaid!.appointment_key)).toMatchObject({
		status: 'CANCELED',
		email_sent: true,
	});
	expect(statusOf(paid!.appointment_key)).toBe('CONFIRMED');
	expect(statusOf(begun!.appointment_key)).toBe('PENDING_PAYMENT');
	const waited = ended.flatMap((run) => outputOf(run, 'Read It Again'));
	expect(waited.map(({ appointment_key }: IDataObject) => appointment_key).sort()).toEqual(
		[unpaid!, paid!, begun!].map(({ appointment_key }) => appointment_key).sort(),
	);
});

test('a test of freeing slots waits for nothing, and cancels nothing', async () => {
	await workflow.import('free-unpaid-slots.json');
	workflow.service.book({ status: 'PENDING_PAYMENT', start_date: workflow.inHours(100) });
	await workflow.api.listenForTest(workflow.id, 'Booked');
	workflow.service.book({ status: 'PENDING_PAYMENT', start_date: workflow.inHours(101) });
	const [run] = await workflow.api.waitForExecutions(workflow.id, 1);
	expect(outputOf(run!, 'Read It Again')).toHaveLength(1);
	expect(workflow.changes()).toEqual([]);
});
