import './shortWaits';
import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../../stand-in';
import { service } from '../support/service';
import { locator, nock, run } from './support';

const credentials = { baseUrl: '={{ $json.baseUrl }}', accessToken: '={{ $json.token }}' };
const itemsOf = (scheduling: Service, count: number) =>
	scheduling.seed(count, { status: 'CONFIRMED' }).map(({ appointment_key: key }) => ({
		key,
		baseUrl: scheduling.baseUrl,
		token: scheduling.token,
	}));

/** What becomes of each item: ok, or its error. */
async function outcomes(operation: 'get' | 'updateStatus', items: IDataObject[]) {
	const parameters = { appointment: locator('={{ $json.key }}'), status: 'NO_SHOW' };
	const options = { items, credentials, continueOnFail: true };
	const results = (await run(`appointment:${operation}`, parameters, options)).items;
	return results.map(({ json }) => {
		const { error = 'ok', details } = json as { error?: string; details?: IDataObject };
		return details ? `${error} | ${String(details.description)}` : error;
	});
}
const alike = (all: string[]) => [...new Set(all)];

describe('a service that dies in the middle', () => {
	it.each(['get', 'updateStatus'] as const)(
		'is not asked for the other items after two in a row have failed (%s)',
		async (operation) => {
			const scheduling = await service();
			const items = itemsOf(scheduling, 500);
			scheduling.faults.add({ after: 20, action: { kind: 'reset' } });
			const began = performance.now();
			const all = await outcomes(operation, items);
			expect(all.slice(0, 5)).toEqual(Array(5).fill('ok'));
			expect(alike(all.slice(-300))).toEqual([expect.stringMatching(/^This item was not sent, /)]);
			expect(performance.now() - began).toBeLessThan(20_000);
			// 64 at a time, four tries each, and the checks of two changes.
			expect(scheduling.requests.total).toBeLessThan(20 + 64 * 4 + 20);
		},
	);

	it('says why in each item that was not sent', async () => {
		const scheduling = await service();
		const items = itemsOf(scheduling, 100);
		scheduling.faults.add({ action: { kind: 'respond', status: 503, body: {} } });
		expect((await outcomes('get', items)).at(-1)).toBe(
			'This item was not sent, because those before it failed. The service failed to handle the request (503) | Try again later',
		);
		// Two items with four tries each, and what was under way meanwhile; 260 are four tries of each.
		expect(scheduling.requests.total).toBeLessThan(150);
	});

	it('whose certificate cannot be trusted is not asked for the other items either', async () => {
		const host = 'https://untrusted.example';
		let requests = 0;
		nock(host)
			.persist()
			.get(() => (requests += 1) > 0)
			.replyWithError(Object.assign(new Error('expired'), { code: 'CERT_HAS_EXPIRED' }));
		const items = Array.from({ length: 100 }, () => ({ key: 'k', baseUrl: host, token: 'token' }));
		expect((await outcomes('get', items)).at(-1)).toMatch(
			/^This item was not sent, .*certificate of the service can't be trusted \| Use a host with/,
		);
		expect(requests).toBeLessThan(5);
		nock.cleanAll();
	});

	it('is asked further if others succeed between those that fail', async () => {
		const scheduling = await service();
		const items = itemsOf(scheduling, 8);
		for (const at of [1, 3, 5, 7]) {
			const path = new RegExp(String(items[at]!.key));
			scheduling.faults.add({
				path,
				method: 'PATCH',
				action: { kind: 'respond', status: 503, body: {} },
			});
		}
		const all = await outcomes('updateStatus', items);
		expect(all.filter((one) => one === 'ok')).toHaveLength(4);
		expect(all.join()).not.toContain('not sent');
	});

	it('does not keep the items of another account from being sent', async () => {
		const [dead, alive] = [await service(), await service({ token: 'token-of-the-other' })];
		dead.faults.add({ action: { kind: 'reset' } });
		const items = itemsOf(dead, 6).flatMap((one, index) => [one, itemsOf(alive, 6)[index]!]);
		const all = await outcomes('updateStatus', items);
		expect(all.filter((_, index) => index % 2 === 1)).toEqual(Array(6).fill('ok'));
		expect(all[10]).toMatch(/not sent/);
		expect(alive.requests.total).toBe(6);
	});
});

describe('changes whose outcome is unclear', () => {
	it.each<[string, { status: number; body: string } | undefined]>([
		['the connection is lost', undefined],
		['a sign-in page responds', { status: 200, body: '<html>Sign in</html>' }],
	])('end the items of the account after two in a row (%s)', async (_what, instead) => {
		const scheduling = await service();
		const items = itemsOf(scheduling, 5);
		const action = { kind: 'answerLost', ...(instead && { instead }) } as const;
		scheduling.faults.add({ method: 'PATCH', after: 1, action });
		scheduling.faults.add({ method: 'GET', action: { kind: 'respond', status: 403, body: {} } });
		const [first, second, third, ...others] = await outcomes('updateStatus', items);
		expect(first).toBe('ok');
		const unclear =
			/^The (connection|service) .*\| The change may have been made\. .*Retry On Fail/;
		for (const one of [second, third]) expect(one).toMatch(unclear);
		const unsent =
			'This item was not sent, because it is unclear whether the changes before it were made | Check them at the service. Then run the workflow for the items that were not sent';
		expect(others).toEqual([unsent, unsent]);
		expect(scheduling.requests.of('PATCH')).toHaveLength(3);
	});
});

describe('a quota by the hour that is used up', () => {
	const usedUp = async () => {
		const scheduling = await service();
		const headers = { 'retry-after': '1800' };
		const action = { kind: 'respond', status: 429, headers, body: {} } as const;
		scheduling.faults.add({ after: 2, action });
		return scheduling;
	};

	it.each(['get', 'updateStatus'] as const)(
		'ends %s early, and says when to try again',
		async (operation) => {
			const scheduling = await usedUp();
			const began = performance.now();
			const all = await outcomes(operation, itemsOf(scheduling, 200));
			expect(performance.now() - began).toBeLessThan(10_000);
			expect(all.filter((one) => one === 'ok')).toHaveLength(2);
			const last = all.at(-1);
			expect(last).toMatch(/^This item was not sent, because .*quota of requests is used up/);
			expect(last).toMatch(/\| Try again at \d{4}-\d\d-\d\d \d\d:\d\d/);
			expect(scheduling.requests.total).toBeLessThan(12);
		},
	);
});
