import { credentialOf } from '../../stand-in';
import { BEGIN, DAY, iso, keysOf, pollingFor, service } from './support';

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
		const data = { ...credentialOf(after), timezone: 'Europe/Madrid' };
		Object.assign(polling.installed.credentialsHelper, { data });
		expect(keysOf(await polling.tick())).toEqual(reported);
	},
);
