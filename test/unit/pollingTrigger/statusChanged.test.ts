import {
	BEGIN,
	DAY,
	found,
	hideCanceled,
	iso,
	keysOf,
	listsRead,
	lookUps,
	MINUTE,
	pollingFor,
	service,
} from './support';

const statusChanged = (filters = {}) => ({ event: 'statusChanged', filters });
const confirmed = { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) } as const;

test('reports changes until two days after the start', async () => {
	const at = await service();
	for (const key of ['a', 'b']) at.book({ appointment_key: key, start_date: iso(BEGIN) });
	const changes = await found(pollingFor(at, statusChanged()), [0, 48, 48.001], {
		48: () => at.updateStatus('a', 'ATTENDED'),
		48.001: () => at.updateStatus('b', 'NO_SHOW'),
	});
	expect(changes).toEqual(['a at 48']);
});

test('reports what left the filter only if it was canceled, and asks for four or more once an hour', async () => {
	const at = await service();
	const moved = ['moved', 'moved-2', 'moved-3', 'moved-4'];
	for (const key of [...moved, 'canceled', 'kept']) {
		at.book({ appointment_key: key, owner_user: 'ana', ...confirmed });
	}
	const polling = pollingFor(at, statusChanged({ ownerUser: 'ana' }));
	await polling.activate();
	for (const key of moved) at.appointments.update(key, { owner_user: 'ben', status: 'NO_SHOW' });
	hideCanceled(at);
	at.cancel('canceled');
	expect(keysOf(await polling.tick())).toEqual(['canceled']);
	const begun = performance.now();

	at.updateStatus('moved', 'ATTENDED');
	at.requests.clear();
	for (const minutes of [0, 30, 59, 60, 61]) {
		jest.spyOn(performance, 'now').mockReturnValue(begun + minutes * MINUTE);
		expect(await polling.tick()).toBeUndefined();
	}
	expect([listsRead(at), lookUps(at)]).toEqual([5, 4]);

	at.appointments.update('moved', { owner_user: 'ana' });
	expect(await polling.tick()).toMatchObject([{ json: { previous: { status: 'CONFIRMED' } } }]);
});

test('loses no change if the list is empty once, and sends 200 requests at most', async () => {
	const at = await service();
	const key = at.seed(501, confirmed)[7]!.appointment_key;
	const polling = pollingFor(at, statusChanged());
	await polling.activate();
	at.updateStatus(key, 'PENDING');
	at.requests.clear();
	at.faults.add({ action: { kind: 'respond', status: 200, body: { results: [] } } });
	expect(await polling.tick()).toBeUndefined();
	expect(at.requests.total).toBeLessThanOrEqual(201);
	at.faults.clear();
	expect(keysOf(await polling.tick())).toEqual([key]);
	expect(await polling.tick()).toBeUndefined();
});

test('reports at the next poll what was canceled while canceled appointments could not be read', async () => {
	const at = await service();
	hideCanceled(at);
	for (const key of ['a', 'b']) at.book({ appointment_key: key, ...confirmed });
	const polling = pollingFor(at, statusChanged());
	await polling.activate();
	at.cancel('a');
	at.faults.add({ path: /\/a\/$/, action: { kind: 'respond', status: 404 } });
	expect(await polling.tick()).toBeUndefined();
	at.updateStatus('b', 'PENDING');
	at.faults.add({ after: 1, times: 1, action: { kind: 'respond', status: 400 } });
	await expect(polling.tick()).rejects.toMatchObject({ httpCode: '400' });
	expect((await found(polling, [1, 2])).sort()).toEqual(['a at 1', 'b at 1']);
});

test('does not report what is gone from the service, whose status nobody knows', async () => {
	const at = await service();
	for (const key of ['a', 'b']) at.book({ appointment_key: key, ...confirmed });
	const polling = pollingFor(at, statusChanged());
	await polling.activate();
	at.appointments.remove('a');
	expect(await found(polling, [1, 2, 3])).toEqual([]);
	at.requests.clear();
	expect(await polling.tick()).toBeUndefined();
	expect(lookUps(at)).toBe(0);
});
