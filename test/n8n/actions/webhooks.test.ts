import type { DialectName, Webhook } from '../../stand-in';
import { useSharedN8n } from '../support/bench';
import { expectDocumented, locator, useDialect } from '../support/dialects';

const bench = useSharedN8n();
const url = 'https://receiver.example/notifications';

// Every dialect: test/contract/operations.test.ts.
describe.each<DialectName>(['paged', 'offset', 'odd'])('webhooks, %s', (name) => {
	const spoken = useDialect(bench, name);
	afterEach(() => expectDocumented(spoken.service));

	test('create, getAll, update, delete', async () => {
		const { service, run } = spoken;
		for (let index = 0; index < 45; index += 1) {
			service.webhooks.add({
				url: `https://foreign.example/${index}`,
				events: ['appointment.created'],
			});
		}
		const own = () => service.webhooks.list().find((webhook) => webhook.url.startsWith(url));

		const created = await run({
			resource: 'webhook',
			operation: 'create',
			url,
			events: ['appointment.created'],
			additionalEvents: 'appointment.attended, appointment.created',
		});
		expect(created.error).toBeUndefined();
		expect(own()!.events).toEqual(['appointment.created', 'appointment.attended']);
		expect(JSON.stringify(created.output)).toContain(own()!.key);

		const all = await run({ resource: 'webhook', operation: 'getAll', returnAll: true });
		expect(all.error).toBeUndefined();
		expect(JSON.stringify(all.output.map(urlIn))).toBe(
			JSON.stringify(service.webhooks.list().map(urlIn)),
		);
		const three = await run({ resource: 'webhook', operation: 'getAll', limit: 3 });
		expect(three.output).toEqual(all.output.slice(0, 3));

		const { key } = own()!;
		const changed = { url: `${url}/2`, events: ['appointment.canceled'] };
		const webhook = locator(key);
		const updated = await run({ resource: 'webhook', operation: 'update', webhook, ...changed });
		expect(updated.error).toBeUndefined();
		expect(own()).toMatchObject({ key, ...changed });
		expect(JSON.parse(service.requests.of('PUT').at(-1)!.body)).toEqual(changed);

		const gone = await run({ resource: 'webhook', operation: 'delete', webhook });
		expect(gone.error).toBeUndefined();
		expect(gone.output).toMatchObject([{ deleted: true, webhook_key: key }]);
		expect(own()).toBeUndefined();
		expect(service.webhooks.list()).toHaveLength(45);
	});
});

function urlIn(webhook: Webhook | object): unknown {
	const inner = Object.values(webhook).find((value) => typeof value === 'object' && 'url' in value);
	return ((inner ?? webhook) as Webhook).url;
}
