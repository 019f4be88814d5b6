import { credentialOf, type Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import {
	at,
	CANCELED,
	change,
	changesTrigger,
	CREATED,
	deliver,
	during,
	gets,
	HOUR,
	key,
	known,
	lists,
	MINUTE,
	pass,
	publish,
	recorded,
	runs,
	service,
	startIn,
	triggerFor,
	until,
	UPDATED,
	watching,
} from './support';

const check = 'everyMinute';
const LIST = /appointments\/$/;
const holdList = () => at.faults.add({ path: LIST, times: 1, action: { kind: 'hold' } });
const book = (days = 2) => at.book({ start_date: startIn(days), status: 'CONFIRMED' });
const warningsOf = (trigger: TriggerWorkflow) => {
	const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
	return () => warn.mock.calls.map(([text]) => String(text)).join('\n');
};

it.each(['samples', 'document', 'mixed'] as const)(
	'records at first, and then finds what was not delivered, in the shape %s',
	async (shape) => {
		at.set({ shape });
		const trigger = await watching({ check });
		const [, moved, canceled] = at.appointments.list();
		at.updateStatus(key(), 'ATTENDED');
		at.reschedule(moved!.appointment_key, startIn(5));
		at.cancel(canceled!.appointment_key);
		const booked = book();
		const found = (await runs(trigger, 4)).map((one) => [one.event, one.key]);
		await pass(3 * MINUTE);
		expect(trigger.executions).toHaveLength(4);
		expect(found.sort()).toEqual(
			[
				[UPDATED, key()],
				[UPDATED, moved!.appointment_key],
				[CANCELED, canceled!.appointment_key],
				[CREATED, booked.appointment_key],
			].sort(),
		);
	},
);

it('goes on with what it knows in a new version of the workflow, for five minutes', async () => {
	const trigger = await watching();
	await trigger.stop();
	at.updateStatus(key(), 'ATTENDED');
	await pass(4 * MINUTE);
	await publish(trigger, 'update');
	expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, status: 'ATTENDED' }]);
	await trigger.stop();
	at.updateStatus(key(), 'PENDING');
	await pass(6 * MINUTE);
	await publish(trigger, 'update');
	await pass(MINUTE);
	expect(trigger.executions).toHaveLength(1);
});

it('stops when n8n unpublishes, also if n8n has started the trigger twice', async () => {
	const trigger = await watching({ check });
	// As n8n 2.40 does after the webhook could not be registered at first.
	await publish(trigger, 'update');
	await trigger.deactivate();
	at.updateStatus(key(), 'ATTENDED');
	await pass(5_000);
	at.requests.clear();
	await pass(2 * MINUTE);
	expect(lists(at)).toBe(0);
	expect(trigger.executions).toEqual([]);
});

it('begins with no list that arrives after it was stopped', async () => {
	// Without created_at, all would be new to the next version.
	at.set({ shape: 'document' });
	const hold = holdList();
	const trigger = changesTrigger({ check });
	await publish(trigger);
	expect(hold.hits).toBe(1);
	await trigger.stop();
	hold.remove();
	await pass(MINUTE);
	await publish(trigger, 'update');
	await recorded(trigger);
	await pass(MINUTE);
	expect(trigger.executions).toEqual([]);
});

it('goes on slowly while twenty executions wait', async () => {
	const trigger = await watching({ check });
	at.seed(100, { start_date: startIn(2), created_at: startIn(0) });
	await until(() => trigger.executions.length >= 20);
	await change(trigger);
	await pass(5_000);
	const found = await runs(trigger, 21);
	expect(found.length).toBeLessThan(90);
	expect(found).toContainEqual(expect.objectContaining({ key: key(), status: 'ATTENDED' }));
});

it('leaves what it has not compared yet to the next version of the workflow', async () => {
	const trigger = await watching({ check });
	at.seed(100, { start_date: startIn(2), created_at: startIn(0), status: 'CONFIRMED' });
	await until(() => trigger.executions.length >= 10);
	await trigger.stop();
	trigger.installed.workflowData.nodes[0]!.parameters.events = [CANCELED];
	const hold = holdList();
	await publish(trigger, 'update');
	await until(() => hold.hits === 1);
	await pass(5_000);
	hold.remove();
	await pass(2 * MINUTE);
	expect(trigger.executions.length).toBeLessThan(60);
});

it('of an appointment that is gone starts nothing, asks for it twice, and says so in the log', async () => {
	const trigger = await watching({ check });
	const warnings = warningsOf(trigger);
	at.appointments.remove(key());
	at.requests.clear();
	await until(() => lists(at) >= 5);
	await pass(5_000);
	expect(trigger.executions).toEqual([]);
	expect(gets(known)).toBe(2);
	expect(warnings()).toContain('gone from the service. Nothing runs for them');
});

it('with a token that was blind for a while starts nothing', async () => {
	// Without created_at, all that it had forgotten would be new.
	at.set({ shape: 'document' });
	const trigger = await watching({ check });
	at.set({ blind: true });
	await pass(5 * MINUTE);
	at.set({ blind: false });
	await pass(5 * MINUTE);
	expect(trigger.executions).toEqual([]);
	at.updateStatus(key(), 'ATTENDED');
	expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED }]);
});

describe('another credential', () => {
	const use = (trigger: TriggerWorkflow, other: Service) =>
		void Object.assign(trigger.installed.credentialsHelper, { data: credentialOf(other) });

	it('of another account starts nothing, and changes run from there on', async () => {
		const other = await service({ token: 'other-token' });
		other.seed(8, { start_date: startIn(1) });
		// The stand-ins make the same keys.
		for (const { appointment_key: same } of at.appointments.list()) other.appointments.remove(same);
		const trigger = await watching({ check });
		const warnings = warningsOf(trigger);
		use(trigger, other);
		await until(() => lists(other) >= 2);
		expect(trigger.executions).toEqual([]);
		expect(warnings()).toContain('another account');
		const booked = other.book({ start_date: startIn(2) });
		expect(await runs(trigger, 1)).toMatchObject([{ event: CREATED, key: booked.appointment_key }]);
	});

	it('of an empty account causes a check at the next delivery, and no more than one a minute', async () => {
		const other = await service({ token: 'empty-token' });
		const trigger = await watching();
		warningsOf(trigger);
		use(trigger, other);
		for (let times = 0; times < 10; times += 1) {
			await deliver(trigger, known);
			await pass(5_000);
			expect(lists(other)).toBe(1);
		}
		await pass(MINUTE);
		expect(lists(other)).toBe(2);
	});

	it('of the same account goes on, with a check at the next delivery', async () => {
		const trigger = await watching();
		Object.assign(at, { token: 'renewed-token' });
		use(trigger, at);
		const before = lists(at);
		await change(trigger);
		await pass(5_000);
		expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, status: 'ATTENDED' }]);
		for (let times = 0; times < 3; times += 1) await deliver(trigger, known);
		await pass(MINUTE);
		expect(lists(at) - before).toBe(1);
	});
});

describe('a check that fails', () => {
	const refuse = (status: number) =>
		at.faults.add({ path: LIST, action: { kind: 'respond', status } });

	it('is repeated after 5 s, then more rarely, and the log says so once', async () => {
		const trigger = await watching();
		const warnings = warningsOf(trigger);
		await trigger.kill();
		const fault = refuse(400);
		await publish(trigger, 'init');
		await pass(6_000);
		expect(fault.hits).toBe(2);
		await pass(HOUR);
		expect(fault.hits).toBeGreaterThan(12);
		expect(fault.hits).toBeLessThan(24);
		fault.remove();
		at.updateStatus(key(), 'ATTENDED');
		expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED }]);
		expect(warnings().match(/could not be compared/g)).toHaveLength(1);
	});

	it('for a revoked token, is one failed execution, until a check has worked', async () => {
		const trigger = await watching({ check });
		for (const failures of [1, 2]) {
			const fault = refuse(401);
			await pass(2 * HOUR);
			expect(trigger.failures).toHaveLength(failures);
			fault.remove();
			await pass(10 * MINUTE);
		}
		expect(trigger.failures[0]).toMatchObject({ httpCode: '401' });
	});

	it('for a reason that passes, is a failed execution after an hour only', async () => {
		const trigger = await watching({ check });
		refuse(503);
		await pass(50 * MINUTE);
		expect(trigger.failures).toEqual([]);
		await pass(20 * MINUTE);
		expect(trigger.failures).toHaveLength(1);
		await pass(2 * HOUR);
		expect(trigger.failures).toHaveLength(1);
	});

	it('for a credential that cannot be used, is a failed execution', async () => {
		const trigger = await watching({ check });
		Object.assign(trigger.installed.credentialsHelper, {
			data: { ...credentialOf(at), accessToken: '' },
		});
		await pass(5 * MINUTE);
		expect(trigger.failures.map(({ message }) => message)).toEqual([
			expect.stringContaining("'Access Token': it is empty"),
		]);
	});

	const neverWhole = () => {
		const body = { count: 9, next: null, results: [] };
		return at.faults.add({ path: LIST, action: { kind: 'respond', status: 200, body } });
	};

	it('because the first list is never whole, is a failed execution after an hour', async () => {
		neverWhole();
		const trigger = changesTrigger({ check });
		const warnings = warningsOf(trigger);
		await publish(trigger);
		await pass(50 * MINUTE);
		expect(trigger.failures).toEqual([]);
		await pass(20 * MINUTE);
		expect(trigger.failures).toHaveLength(1);
		expect(warnings()).toContain('so new ones do not run yet: The service reported 9 entries');
	});

	it('because it was unpublished meanwhile, is no failed execution, even after an hour', async () => {
		const fault = neverWhole();
		const trigger = changesTrigger({ check });
		warningsOf(trigger);
		await publish(trigger);
		await pass(59 * MINUTE);
		fault.remove();
		const hold = holdList();
		await until(() => hold.hits === 1);
		await pass(2 * MINUTE);
		await trigger.stop();
		hold.remove();
		await pass(MINUTE);
		expect(trigger.failures).toEqual([]);
	});

	it('puts no text of the service into the log', async () => {
		const trigger = await watching({ check });
		const warnings = warningsOf(trigger);
		const body = { detail: 'Ana Lima' };
		at.faults.add({ path: /appointments/, action: { kind: 'respond', status: 400, body } });
		await deliver(trigger, known);
		await pass(5 * MINUTE);
		expect(warnings()).toContain('could not be compared');
		expect(warnings()).not.toContain('Ana');
		// n8n logs its message.
		const [{ message }] = trigger.failures as [Error];
		expect(message).toContain('refused the request as invalid (400). Check');
		expect(message).not.toContain('Ana');
	});
});

describe('publication', () => {
	it('does not wait longer than ten seconds for the first list, which is recorded later', async () => {
		const hold = holdList();
		const trigger = changesTrigger({ check, registration: 'manual' });
		const since = performance.now();
		await during(trigger.activate());
		expect(performance.now() - since).toBeGreaterThan(9_000);
		expect(performance.now() - since).toBeLessThan(11_000);
		hold.remove();
		await recorded(trigger);
		at.updateStatus(key(), 'ATTENDED');
		expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED }]);
	});

	it('does not wait for a quota that is used up', async () => {
		const body = { detail: 'Request was throttled.' };
		const refuse = {
			kind: 'respond',
			status: 429,
			body,
			headers: { 'Retry-After': '50' },
		} as const;
		const fault = at.faults.add({ path: LIST, action: refuse });
		const trigger = changesTrigger({ check, registration: 'manual' });
		const since = performance.now();
		await during(trigger.activate());
		expect(performance.now() - since).toBeLessThan(1_500);
		expect(fault.hits).toBe(1);
		fault.remove();
		await recorded(trigger);
	});

	it('by hand fails while what Automatic has registered cannot be deleted', async () => {
		const trigger = triggerFor(at, { events: [CREATED] });
		await during(trigger.activate());
		trigger.installed.workflowData.nodes[0]!.parameters.registration = 'manual';
		const down = at.faults.add({ action: { kind: 'respond', status: 503 } });
		await expect(publish(trigger, 'update')).rejects.toThrow('503');
		down.remove();
		await publish(trigger, 'update');
		expect(at.webhooks.list()).toEqual([]);
	});

	it('by hand watches as well, without a request to webhooks/', async () => {
		at.set({ registration: 'forbidden' });
		const trigger = await watching({ check, registration: 'manual' });
		await change(trigger);
		expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED }]);
		await pass(3 * MINUTE);
		expect(at.requests.entries.filter(({ path }) => path.includes('webhooks'))).toEqual([]);
	});
});

it('registers the webhook again if the service has lost it', async () => {
	const trigger = await watching({ check });
	const [{ key: first, url } = { key: '', url: '' }] = at.webhooks.list();
	// At another URL.
	await during(trigger.listenForTest());
	await during(trigger.stopListening());
	at.webhooks.remove(first);
	await until(() => at.webhooks.list().length === 1);
	expect(at.webhooks.list()[0]).toMatchObject({ url });
	expect(trigger.executions).toEqual([]);
});
