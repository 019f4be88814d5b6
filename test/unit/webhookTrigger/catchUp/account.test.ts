import type { IDataObject } from 'n8n-workflow';

import { comparableKey } from '../../../../nodes/AppointmentScheduling/service/values/keys';
import { accountOf } from '../../../../nodes/AppointmentScheduling/watching/former/account';
import { stateOf } from '../../../../nodes/AppointmentScheduling/watching/former/state';
import { followAccount } from '../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/account';
import { TriggerState } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/state';
import { json, talkTo } from '../../service/support';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-06-10T10:00:00Z');
const rules = { isWanted: () => true, graceMs: 0, lagMs: 0 };

type Data = { appointment_key: string; status: string };
const appointment = (appointment_key: string, status = 'CONFIRMED') => ({
	appointment_key,
	status,
	start_date: '2026-06-20T10:00:00Z',
});

/** An account with these appointments. To a key of another one it responds with `status`. */
class Account {
	readonly requests;
	private readonly client;

	constructor(
		accessToken: string,
		private readonly listed: Data[],
		status = 404,
		shown = listed,
	) {
		const { client, requests } = talkTo(
			({ url }) => {
				const data = shown.find(({ appointment_key: key }) => url.endsWith(`/${key}/`));
				return data ? json(data) : json({}, status);
			},
			{ accessToken },
		);
		this.client = client;
		this.requests = requests;
	}

	get id(): string {
		return accountOf(this.client);
	}

	/** A check with its token. */
	async check(): Promise<boolean> {
		const isDoubtful = await followAccount(context(), state, this.client, this.listed);
		const { book } = state;
		for (const data of this.listed) {
			const seen = { by: 'record', state: stateOf(data), at: Date.now() } as const;
			book.observe(comparableKey(data.appointment_key)!, data.appointment_key, seen, rules);
		}
		book.setHeader({ isRecorded: true });
		return isDoubtful;
	}
}

let state: TriggerState;
let staticData: IDataObject;
let logged: string[];

const log = (text: string) => void logged.push(text);
const context = () =>
	({
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: 'node' }),
		getWorkflowStaticData: () => staticData,
		logger: { info: log, warn: log },
	}) as never;

beforeEach(() => {
	[state, staticData, logged] = [new TriggerState(), {}, []];
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => jest.restoreAllMocks());

function deliver(data: Data): void {
	const key = comparableKey(data.appointment_key)!;
	const [event, at] = ['appointment.updated', Date.now()];
	const delivered = { by: 'delivery', event, state: stateOf(data), at, receivedAt: at } as const;
	const { run } = state.book.observe(key, key, delivered, rules);
	state.book.end(key, run!.id, 'counts');
}

function restart(): void {
	state.save(context());
	staticData = JSON.parse(JSON.stringify(staticData));
	state = new TriggerState();
	state.load(context());
}

const known = (name: string) => state.book.get(comparableKey(name)!);

describe('a token of another account', () => {
	const clinic = new Account('clinic', [appointment('a'), appointment('b')]);

	test.each([404, 410, 403])(
		'that responds with %i to the known keys records anew; within a day, the former book comes back with what was delivered meanwhile',
		async (status) => {
			const other = new Account('other', [appointment('x')], status);
			await clinic.check();
			expect(await other.check()).toBe(false);
			expect(state.book.rows.map(([key]) => key)).toEqual(['x']);
			deliver(appointment('a', 'PENDING'));
			deliver(appointment('c'));
			restart();
			jest.spyOn(Date, 'now').mockReturnValue(NOW + 23 * HOUR);
			await clinic.check();
			expect(state.book.header).toMatchObject({ account: clinic.id, isRecorded: true });
			expect(known('a')).toMatchObject({ reported: { status: 'PENDING' } });
			expect(known('b')).toMatchObject({ seen: { status: 'CONFIRMED' } });
			expect(known('c')).toMatchObject({ reported: { status: 'CONFIRMED' } });
			expect(known('x')).toBeUndefined();
			expect(logged).toEqual([
				expect.stringContaining('has another account'),
				expect.stringContaining('goes on where it was'),
			]);
		},
	);

	test('records anew; after a day, the former one is recorded anew, too', async () => {
		await clinic.check();
		deliver(appointment('a', 'PENDING'));
		await new Account('other', [appointment('x')]).check();
		jest.spyOn(Date, 'now').mockReturnValue(NOW + 25 * HOUR);
		await clinic.check();
		expect(known('a')?.reported).toBeUndefined();
		expect(logged.at(-1)).toContain('has another account');
	});
});

test('a renewed token that shows one of the three next appointments is one of the same account', async () => {
	const all = ['a', 'b', 'c', 'd'].map((key) => appointment(key));
	await new Account('clinic', all).check();
	const renewed = new Account('renewed', [], 404, [appointment('b')]);
	expect(await renewed.check()).toBe(false);
	expect(renewed.requests).toHaveLength(3);
	expect(known('a')).toBeDefined();
	expect(state.book.header.account).toBe(renewed.id);
});

test('as long as the service cannot say which account it is, nothing is forgotten', async () => {
	await new Account('clinic', [appointment('a')]).check();
	await expect(new Account('other', [], 400).check()).rejects.toMatchObject({ status: 400 });
	expect(known('a')).toBeDefined();
});
