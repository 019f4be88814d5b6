import { credentialOf, type Service } from '../../stand-in';
import type { PollingWorkflow } from '../support';
import type { INodeParameters } from 'n8n-workflow';

import { BEGIN, DAY, found, HOUR, iso, keysOf, pollingFor, service, warningsOf } from './support';

const START = iso(BEGIN + DAY);

// More of other accounts and renewed tokens: test/simulation.
test.each([
	['of the same account, with the right to list them only', true, ['a']],
	['of another account', false, []],
])(
	'a new token that may not read the known appointments by their keys is one %s',
	async (_whose, isSame, reported) => {
		const [before, other] = [await service(), await service()];
		before.book({ appointment_key: 'a', status: 'CONFIRMED', start_date: START });
		const polling = pollingFor(before, { event: 'statusChanged' });
		await polling.activate();
		const after = isSame ? before : other;
		Object.assign(after, { token: 'new-token' });
		const path = /appointments\/.+/;
		after.faults.add({ method: 'GET', path, action: { kind: 'respond', status: 403 } });
		before.updateStatus('a', 'PENDING');
		after.book({ appointment_key: 'b', status: 'CONFIRMED', start_date: START });
		uses(polling, after);
		expect(keysOf(await polling.tick())).toEqual(reported);
	},
);

const uses = (polling: PollingWorkflow, at: Service) => {
	const data = { ...credentialOf(at), timezone: 'Europe/Madrid' };
	Object.assign(polling.installed.credentialsHelper, { data });
};

describe.each<[INodeParameters, begins: number]>([
	[{ event: 'ended', delay: 0, delayUnit: 'hours' }, -0.5],
	[{ event: 'startsSoon', leadTime: 0, leadTimeUnit: 'hours' }, 0],
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
		const renew = (token: string) => {
			Object.assign(at, { token });
			uses(polling, at);
		};
		const announced = await found(polling, [0, 1, 2.5, 3], {
			2.5: () => renew('new-token'),
			3: () => renew('newer-token'),
		});
		expect(announced).toEqual(['a at 1', 'b at 2.5']);
	});

	test('of another account, what was due before the first poll is not announced', async () => {
		const [at, other] = [await service(), await service()];
		due(at, 'a', 1);
		due(other, 'before', 1.8);
		due(other, 'after', 2.5);
		const polling = pollingFor(at, event);
		const announced = await found(polling, [0, 1, 2, 2.6, 2.7], { 2: () => uses(polling, other) });
		expect(announced).toEqual(['a at 1', 'after at 2.6']);
	});
});

test('Ended: an empty list does not mean that the token is one of another account', async () => {
	const at = await service();
	at.book({ appointment_key: 'a', status: 'CONFIRMED', start_date: iso(BEGIN) });
	const polling = pollingFor(at, { event: 'ended', delay: 0, delayUnit: 'hours' });
	const announced = await found(polling, [0, 1, 2], {
		1: () => {
			Object.assign(at, { token: 'new-token' });
			uses(polling, at);
			at.faults.add({ times: 1, action: { kind: 'respond', status: 200, body: { results: [] } } });
		},
	});
	expect(announced).toEqual(['a at 2']);
});

test('changes: an empty list with a new token decides nothing, and the log says so', async () => {
	const at = await service();
	at.seed(3, { status: 'CONFIRMED', start_date: START });
	const polling = pollingFor(at, { event: 'created' });
	const logged = warningsOf(polling);
	const created = await found(polling, [0, 1, 2], {
		1: () => {
			Object.assign(at, { token: 'new-token' });
			uses(polling, at);
			at.faults.add({ times: 1, action: { kind: 'respond', status: 200, body: { results: [] } } });
			at.book({ appointment_key: 'new', status: 'CONFIRMED', start_date: START });
		},
	});
	expect(created).toEqual(['new at 2']);
	expect(logged).toEqual([expect.stringContaining('is empty although some are known')]);
});
