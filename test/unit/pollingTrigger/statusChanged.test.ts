import {
	BEGIN,
	DAY,
	found,
	hideCanceled,
	iso,
	keysOf,
	listsRead,
	lookUps,
	pollingFor,
	service,
} from './support';

const statusChanged = (filters = {}) => ({ event: 'statusChanged', filters });
const confirmed = { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) } as const;

test('reports changes until a day after the start', async () => {
	const at = await service();
	for (const key of ['a', 'b']) at.book({ appointment_key: key, start_date: iso(BEGIN) });
	const changes = await found(pollingFor(at, statusChanged()), [0, 24, 24.001], {
		24: () => at.updateStatus('a', 'ATTENDED'),
		24.001: () => at.updateStatus('b', 'NO_SHOW'),
	});
	expect(changes).toEqual(['a at 24']);
});

test('reports what left the filter only if it was canceled, and asks for it ever more rarely', async () => {
	const at = await service();
	for (const key of ['moved', 'canceled', 'kept']) {
		at.book({ appointment_key: key, owner_user: 'ana', ...confirmed });
	}
	const polling = pollingFor(at, statusChanged({ ownerUser: 'ana' }));
	await polling.activate();
	at.appointments.update('moved', { owner_user: 'ben', status: 'NO_SHOW' });
	hideCanceled(at);
	at.cancel('canceled');
	expect(keysOf(await polling.tick())).toEqual(['canceled']);

	at.updateStatus('moved', 'ATTENDED');
	at.requests.clear();
	for (let poll = 0; poll < 5; poll += 1) expect(await polling.tick()).toBeUndefined();
	expect([listsRead(at), lookUps(at)]).toEqual([5, 2]);

	at.appointments.update('moved', { owner_user: 'ana' });
	expect(await polling.tick()).toMatchObject([{ json: { previous: { status: 'CONFIRMED' } } }]);
});

test('loses no change if the list is empty once, and sends few requests', async () => {
	const at = await service();
	const key = at.seed(500, confirmed)[7]!.appointment_key;
	const polling = pollingFor(at, statusChanged());
	await polling.activate();
	at.updateStatus(key, 'PENDING');
	at.requests.clear();
	at.faults.add({ action: { kind: 'respond', status: 200, body: { results: [] } } });
	expect(await polling.tick()).toBeUndefined();
	expect(at.requests.total).toBeLessThanOrEqual(22);
	at.faults.clear();
	expect(keysOf(await polling.tick())).toEqual([key]);
	expect(await polling.tick()).toBeUndefined();
});

test.each([400, 401])(
	'reports at the next poll what was canceled while canceled appointments could not be read (%i)',
	async (status) => {
		const at = await service();
		hideCanceled(at);
		for (const key of ['a', 'b']) at.book({ appointment_key: key, ...confirmed });
		const polling = pollingFor(at, statusChanged());
		await polling.activate();
		at.cancel('a');
		at.updateStatus('b', 'PENDING');
		at.faults.add({ after: 1, times: 1, action: { kind: 'respond', status } });

		await expect(polling.tick()).rejects.toMatchObject({ httpCode: String(status) });
		expect((await found(polling, [1, 2])).sort()).toEqual(['a at 1', 'b at 1']);
	},
);
