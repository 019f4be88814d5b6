import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	BEGIN,
	clock,
	events,
	iso,
	keysOf,
	MINUTE,
	pollingFor,
	published,
	service,
	ended,
	soon,
	HOUR,
	found,
} from './support';
import { credentialOf, type Service } from '../../stand-in';
import type { PollingWorkflow } from '../support';

describe.each(events)('$event: static data', (event) => {
	const polled = async () => {
		const pending = { status: 'PENDING', start_date: iso(BEGIN + 50 * MINUTE) } as const;
		return await published(event, [pending, pending]);
	};

	test('is not written by a poll without news', async () => {
		const { polling } = await polled();
		const workflow = polling.load();
		clock(BEGIN + MINUTE);
		const context = polling.pollContext(workflow);
		expect(await polling.poll(context)).toBeUndefined();
		expect(workflow.staticData.__dataChanged).not.toBe(true);
	});

	test.each<IDataObject>([{ event: 1 }, { book: 'none', announced: 'none' }])(
		'that is invalid (%j) makes the trigger start over',
		async (odd) => {
			const { at, polling } = await polled();
			const { name } = polling.installed.node;
			const stored = polling.nodeStaticData.polled as IDataObject;
			polling.staticData = { [`node:${name}`]: { polled: { ...stored, ...odd } } };
			for (const { appointment_key: key } of at.appointments.list()) {
				at.reschedule(key, iso(BEGIN + 30 * MINUTE));
				at.updateStatus(key, 'CONFIRMED');
			}
			const again = event.event === 'startsSoon' ? 2 : 0;
			expect(keysOf(await polling.restart())).toHaveLength(again);
		},
	);
});

test('what has no key or no readable start stops nothing', async () => {
	const at = await service();
	const start_date = iso(BEGIN + MINUTE);
	const bodies = [
		{ appointment_key: 17, start_date },
		{ start_date },
		{ appointment_key: 'no-start' },
		{ appointment_key: 'odd-start', start_date: 'soon' },
		{ appointment_key: 'a', start_date },
	];
	const reported: unknown[] = [];
	for (const event of events) {
		const polling = pollingFor(at, event);
		for (const status of [undefined, 'PENDING', 'CONFIRMED']) {
			const results = status === undefined ? [] : bodies.map((body) => ({ ...body, status }));
			at.faults.clear();
			at.faults.add({ action: { kind: 'respond', status: 200, body: { results } } });
			reported.push(...keysOf(await polling.tick()).map((key) => [event.event, status, key]));
		}
	}
	expect(reported).toEqual([
		['created', 'PENDING', 'a'],
		['statusChanged', 'CONFIRMED', 'a'],
		['startsSoon', 'PENDING', 'a'],
	]);
});

describe('another account', () => {
	const uses = (polling: PollingWorkflow, at: Service) => {
		const data = { ...credentialOf(at), timezone: 'Europe/Madrid' };
		Object.assign(polling.installed.credentialsHelper, { data });
	};
	const renew = (polling: PollingWorkflow, at: Service, token: string) => {
		Object.assign(at, { token });
		uses(polling, at);
	};

	describe.each<[INodeParameters, begins: number]>([
		[ended({ delay: 0 }), -0.5],
		[soon(0, 'hours'), 0],
	])('announcements, %j', (event, begins) => {
		/** Books an appointment that is due at this hour. */
		const due = (at: Service, key: string, hour: number) =>
			at.book({
				appointment_key: key,
				status: 'CONFIRMED',
				start_date: iso(BEGIN + (hour + begins) * HOUR),
			});

		test('a new token of the same account changes nothing', async () => {
			const at = await service();
			due(at, 'a', 1);
			due(at, 'b', 2);
			const polling = pollingFor(at, event);
			const announced = await found(polling, [0, 1, 2.5, 3], {
				2.5: () => renew(polling, at, 'new-token'),
				3: () => renew(polling, at, 'newer-token'),
			});
			expect(announced).toEqual(['a at 1', 'b at 2.5']);
		});

		test('of another account, what was due before the first poll is not announced', async () => {
			const [at, other] = [await service(), await service()];
			due(at, 'a', 1);
			due(other, 'before', 1.8);
			due(other, 'after', 2.5);
			const polling = pollingFor(at, event);
			const announced = await found(polling, [0, 1, 2, 2.6, 2.7], {
				2: () => uses(polling, other),
			});
			expect(announced).toEqual(['a at 1', 'after at 2.6']);
		});
	});

	test('Ended: an empty list does not mean that the token is one of another account', async () => {
		const at = await service();
		at.book({ appointment_key: 'a', status: 'CONFIRMED', start_date: iso(BEGIN) });
		const polling = pollingFor(at, ended({ delay: 0 }));
		const announced = await found(polling, [0, 1, 2], {
			1: () => {
				renew(polling, at, 'new-token');
				at.faults.add({
					times: 1,
					action: { kind: 'respond', status: 200, body: { results: [] } },
				});
			},
		});
		expect(announced).toEqual(['a at 2']);
	});
});
