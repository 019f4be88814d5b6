import type { IDataObject } from 'n8n-workflow';
import { runAction } from '../harness';
import { locator } from './actions';
import { credentialOf, type Fixture } from './fixture';
import { serveBehindGateway, type Passage, type Passing } from './gateway';

/** 500 changes behind a gateway, and whether each item says what has happened. */
export async function change500(fixture: Fixture, pass: (request: Passing) => Passage, lateMs = 0) {
	const gateway = await serveBehindGateway(pass, lateMs);
	const credential = credentialOf(fixture.service);
	const { baseUrl } = gateway;
	const credentialId = await fixture.n8n.api.createCredential({ ...credential, baseUrl });
	const items = Array.from({ length: 500 }, (_, index) => ({ key: `key-${index}` }));
	const { output } = await runAction(fixture.n8n, {
		credentialId,
		items,
		signal: AbortSignal.timeout(540_000),
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
		saying: (wanted: string) => told.filter(({ says }) => says === wanted).length,
		untrue: told.filter((one) => !isTrue(one)),
		twice: items.filter(({ key }) => gateway.sent(key) > 1),
	};
}

/** The same while the gateway is down for so many ms, from the 100th change on. */
export async function change500WhileDown(fixture: Fixture, downMs: number) {
	let downUntil = 0;
	return await change500(fixture, ({ change }) => {
		if (change === 100) downUntil = Date.now() + downMs;
		return Date.now() < downUntil ? 'stopped' : 'handled';
	});
}

function toldBy({ error, details }: IDataObject, key: string) {
	if (error === undefined) return { key, says: 'made' };
	const advice = String((details as IDataObject | undefined)?.description);
	if (advice.startsWith('The service does not show the change')) return { key, says: 'not shown' };
	const isUnclear = advice.startsWith('The change may have been made');
	return { key, says: isUnclear ? 'may be made' : String(error) };
}
