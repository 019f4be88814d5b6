import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { BEGIN, DAY, found, hideCanceled, iso, keysOf, pollingFor, service } from './support';

const canceled = (filters: INodeParameters = {}) => ({ event: 'canceled', filters });
const booking = { status: 'CONFIRMED', start_date: iso(BEGIN + DAY) } as const;

async function published(hides: boolean, filters: INodeParameters = {}) {
	const at = await service();
	if (hides) hideCanceled(at);
	for (const key of ['a', 'b', 'c', 'd']) at.book({ appointment_key: key, ...booking });
	const polling = pollingFor(at, canceled(filters));
	expect(await polling.activate()).toBeUndefined();
	return { at, polling };
}

describe.each([true, false])('a service that hides canceled appointments: %s', (hides) => {
	test('reports each cancellation once, with what was before', async () => {
		const { at, polling } = await published(hides);
		const before = at.shown(at.appointments.get('a')!);
		const shown = at.shown(at.cancel('a'));
		at.updateStatus('b', 'NO_SHOW');
		at.reschedule('c', iso(BEGIN + 2 * DAY));
		expect(await polling.tick()).toMatchObject([
			{
				json: {
					event: 'canceled',
					data: shown,
					start: { date: '2026-06-11', time: '12:00' },
					previous: { start_date: before.start_date, status: 'CONFIRMED' },
				},
			},
		]);
		expect(await polling.tick()).toBeUndefined();
		at.cancel('d');
		expect(keysOf(await polling.restart())).toEqual(['d']);
	});

	test.each<[INodeParameters, unknown[]]>([
		[{ isCancelled: true }, ['a', 'b']],
		[{ isCancelled: false }, ['a', 'b']],
		[{ status: ['CANCELED_CLIENT', 'PENDING'] }, ['b']],
	])('ignores the filter Is Canceled, and obeys the statuses: %j', async (filters, expected) => {
		const { at, polling } = await published(hides, filters);
		at.updateStatus('a', 'CANCELED');
		at.updateStatus('b', 'CANCELED_CLIENT');
		at.updateStatus('c', 'PENDING');
		expect(keysOf(await polling.tick())).toEqual(expected);
	});

	test('with a date filter, does not report what enters the range', async () => {
		const { at, polling } = await published(hides, { endDate: '2026-06-12' });
		at.book({ appointment_key: 'enters', status: 'CANCELED', start_date: iso(BEGIN + 9 * DAY) });
		at.reschedule('enters', iso(BEGIN + DAY));
		at.cancel('b');
		expect(await found(polling, [0, 1])).toEqual(['b at 0']);
	});
});

describe('a known appointment that the service does not have any more', () => {
	const gone = async () => {
		const { at, polling } = await published(false);
		const before = at.shown(at.appointments.get('a')!);
		at.appointments.remove('a');
		return { at, polling, before };
	};

	test('is canceled once two polls in a row find neither it nor its key', async () => {
		const { polling, before } = await gone();
		expect(await polling.tick()).toBeUndefined();
		const { calendar_key } = before.calendar as IDataObject;
		expect(await polling.tick()).toMatchObject([
			{
				json: {
					event: 'canceled',
					data: {
						appointment_key: 'a',
						start_date: before.start_date,
						calendar: { calendar_key },
						status: 'CANCELED',
					},
					previous: { start_date: before.start_date, status: 'CONFIRMED' },
				},
			},
		]);
		expect(await polling.tick()).toBeUndefined();
	});

	test.each([403, 501])('is not canceled while the service answers %i', async (status) => {
		const { at, polling } = await gone();
		at.faults.add({ path: /\/a\/$/, action: { kind: 'respond', status } });
		expect(await found(polling, [0, 1, 2])).toEqual([]);
	});
});

test('reports nothing that was canceled before the first poll, or before any poll has seen it', async () => {
	const at = await service();
	at.seed(3, { ...booking, status: 'CANCELED' });
	const polling = pollingFor(at, canceled());
	await polling.activate();
	at.book({ ...booking, appointment_key: 'short-lived', status: 'CANCELED_CLIENT' });
	expect(await found(polling, [0, 1])).toEqual([]);
});
