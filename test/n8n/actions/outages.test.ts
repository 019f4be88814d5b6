import type { IDataObject } from 'n8n-workflow';
import { runAction } from '../harness';
import { locator } from '../support/actions';
import { credentialOf, useSharedN8n } from '../support/fixture';
import { serveBehindGateway, type Passage, type Passing } from '../support/gateway';

// The rule: test/unit/service/changes.test.ts and changesOfARun.test.ts. Here with its real waits.
const fixture = useSharedN8n();

/** 500 changes behind a gateway, and whether each item says what has happened. */
async function change500(pass: (request: Passing) => Passage, lateMs = 0, count = 500) {
	const gateway = await serveBehindGateway(pass, lateMs);
	const credential = credentialOf(fixture.service);
	const { baseUrl } = gateway;
	const credentialId = await fixture.n8n.api.createCredential({ ...credential, baseUrl });
	const items = Array.from({ length: count }, (_, index) => ({ key: `key-${index}` }));
	const { output, tookMs } = await runAction(fixture.n8n, {
		credentialId,
		items,
		onError: 'continueRegularOutput',
		parameters: {
			resource: 'appointment',
			operation: 'updateStatus',
			appointment: locator('={{ $json.key }}'),
			status: 'NO_SHOW',
		},
	});
	await gateway.stop();
	const told = output.map((item, index) => toldBy(item, items[index]!.key));
	const isTrue = ({ key, says }: (typeof told)[number]) => {
		const isMade = gateway.statusOf(key) === 'NO_SHOW';
		if (says === 'made') return isMade;
		if (says === 'not shown') return !isMade;
		return says === 'may be made' || gateway.sent(key) === 0;
	};
	return {
		tookMs,
		saying: (wanted: string) => told.filter(({ says }) => says === wanted).length,
		untrue: told.filter((one) => !isTrue(one)),
		twice: items.filter(({ key }) => gateway.sent(key) > 1),
	};
}

function toldBy({ error, details }: IDataObject, key: string) {
	if (error === undefined) return { key, says: 'made' };
	const advice = String((details as IDataObject | undefined)?.description);
	if (advice.startsWith('The service does not show the change')) return { key, says: 'not shown' };
	const isUnclear = advice.startsWith('The change may have been made');
	return { key, says: isUnclear ? 'may be made' : String(error) };
}

test('a gateway that is down for two seconds costs a few of 500 changes, and none is sent twice', async () => {
	let downUntil = 0;
	const result = await change500(({ change }) => {
		if (change === 100) downUntil = Date.now() + 2_000;
		return Date.now() < downUntil ? 'stopped' : 'handled';
	});
	expect(result).toMatchObject({ untrue: [], twice: [] });
	expect(result.saying('made')).toBeGreaterThanOrEqual(500 - 20);
});

test('with 502 once in ten, 500 changes take less than 90 s, and none is sent twice', async () => {
	let count = 0;
	const result = await change500(() => {
		count += 1;
		// Every other one is made all the same.
		if (count % 10 > 0) return 'handled';
		return count % 20 > 0 ? 'lost' : 'stopped';
	});
	expect(result).toMatchObject({ untrue: [], twice: [] });
	expect(result.saying('made')).toBeGreaterThanOrEqual(450);
	expect(result.tookMs).toBeLessThan(90_000);
});
