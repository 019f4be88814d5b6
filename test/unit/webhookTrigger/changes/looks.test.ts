import {
	at,
	change,
	CREATED,
	deliver,
	gets,
	key,
	known,
	lists,
	MINUTE,
	pass,
	runs,
	startIn,
	until,
	UPDATED,
	watching,
} from './support';

const looks = () => at.requests.of('GET', /appointments\/[^/]+\/$/).length;
const forged = (index: number) => ({ appointment_key: `made-up-${index}` });

it('looks at once, and once more after ten seconds if nothing is new', async () => {
	const trigger = await watching();
	await deliver(trigger, known);
	await pass(1_000);
	expect(gets(known)).toBe(1);
	await pass(8_000);
	expect(gets(known)).toBe(1);
	at.updateStatus(key(), 'ATTENDED');
	expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, status: 'ATTENDED' }]);
	await pass(MINUTE);
	expect(gets(known)).toBe(2);
});

it('does not look again after a change that is only recorded', async () => {
	const trigger = await watching({ events: [CREATED] });
	await change(trigger);
	await pass(MINUTE);
	expect(gets(known)).toBe(1);
});

it('a further delivery of the same appointment is looked at, at once', async () => {
	const trigger = await watching();
	const hold = at.faults.add({ path: /appointments\/.+/, times: 1, action: { kind: 'hold' } });
	await deliver(trigger, known);
	await until(() => hold.hits === 1);
	for (let copy = 0; copy < 5; copy += 1) await deliver(trigger, known);
	hold.remove();
	await pass(1_000);
	expect(gets(known)).toBe(2);
	await change(trigger);
	await pass(1_500);
	expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED }]);
});

it('500 made-up keys cause ten looks and one check a minute, and a known one runs at once', async () => {
	const trigger = await watching();
	at.requests.clear();
	for (let index = 0; index < 500; index += 1) await deliver(trigger, forged(index));
	await change(trigger);
	await pass(2_000);
	expect(await runs(trigger, 1)).toMatchObject([{ key: key() }]);
	expect([looks(), lists(at)]).toEqual([11, 0]);
	const booked = at.book({ start_date: startIn(2) });
	await deliver(trigger, booked);
	await pass(MINUTE);
	expect((await runs(trigger, 2))[1]).toMatchObject({ key: booked.appointment_key });
	expect(lists(at)).toBe(1);
	for (let minute = 0; minute < 3; minute += 1) {
		for (let index = 0; index < 50; index += 1)
			await deliver(trigger, forged(1_000 * minute + index));
		await pass(MINUTE);
	}
	expect(lists(at)).toBeLessThanOrEqual(5);
});

it('with thousands of appointments, made-up keys cause a check more rarely', async () => {
	at.seed(3_000, { start_date: startIn(2), created_at: startIn(-1) });
	const trigger = await watching();
	at.requests.clear();
	for (let index = 0; index < 50; index += 1) await deliver(trigger, forged(index));
	await pass(2.5 * MINUTE);
	expect(lists(at)).toBe(0);
	await pass(MINUTE);
	expect(lists(at)).toBeGreaterThan(0);
});

it.each([
	['run', [UPDATED]],
	['are only recorded, because they are not selected,', [CREATED]],
])('forty changes a minute are looked at, also if they %s', async (_how, events) => {
	const booked = at.seed(45, {
		start_date: startIn(2),
		created_at: startIn(-1),
		status: 'PENDING',
	});
	const trigger = await watching({ events });
	at.requests.clear();
	for (const one of booked) {
		at.updateStatus(one.appointment_key, 'ATTENDED');
		await deliver(trigger, one);
		await pass(100);
	}
	expect([looks(), lists(at)]).toEqual([40, 0]);
	await pass(2 * MINUTE);
	expect(lists(at)).toBe(1);
	expect(trigger.executions).toHaveLength(events.includes(UPDATED) ? 45 : 0);
});

it('twenty deliveries a minute that show nothing new are looked at', async () => {
	const booked = at.seed(30, { start_date: startIn(2), created_at: startIn(-1) });
	const trigger = await watching();
	for (const one of booked) await deliver(trigger, one);
	await pass(1_000);
	expect(looks()).toBe(20);
});

it('a look that fails causes a check', async () => {
	const trigger = await watching();
	jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
	at.updateStatus(key(), 'ATTENDED');
	at.faults.add({ path: /appointments\/.+/, action: { kind: 'respond', status: 503 } });
	await deliver(trigger, known);
	await pass(2 * MINUTE);
	expect(trigger.executions).toHaveLength(1);
	expect(await runs(trigger, 1)).toMatchObject([{ event: UPDATED, status: 'ATTENDED' }]);
});
