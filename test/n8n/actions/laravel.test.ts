import { runAction } from '../harness';
import { credentialOf, useSharedN8n } from '../support/bench';
import { locator } from '../support/actions';

// A service behind a proxy that moves every path to the one without its last slash.
const bench = useSharedN8n({ dialect: { lastSlash: 'moved' } });

test('a service without slashes at the end of its paths passes the credential test, and is changed', async () => {
	const { service, n8n, credentialId } = bench;
	const items = service.seed(6).map(({ appointment_key: key }) => ({ key }));
	const run = async (operation: string, more: object) =>
		await runAction(n8n, {
			credentialId,
			items,
			parameters: {
				resource: 'appointment',
				operation,
				appointment: locator('={{ $json.key }}'),
				...more,
			},
		});

	expect(await n8n.api.testCredential(credentialOf(service))).toMatchObject({ status: 'OK' });
	service.requests.clear();
	const updated = await run('updateStatus', { status: 'ATTENDED' });
	const canceled = await run('cancel', { sendEmail: 'no' });

	expect([updated.error, canceled.error]).toEqual([undefined, undefined]);
	expect(updated.output.map(({ status }) => status)).toEqual(items.map(() => 'ATTENDED'));
	expect(canceled.output).toHaveLength(items.length);
	for (const { key } of items) {
		expect(service.appointments.get(key)?.status).toMatch(/^CANCELED/);
	}
	// Those of the first moment are redirected; from then on, the run knows the path.
	expect(service.requests.of('PATCH', /\/$/).length).toBeLessThanOrEqual(items.length);
});

test('several service keys at PHP: Repeat is refused and names Array Format, Brackets finds all', async () => {
	const { service, n8n } = bench;
	service.speak({ looseArrays: 'php', lastSlash: 'kept' });
	const [one, other] = service.seed(2);
	const keys = [one, other].map((appointment) => appointment!.service_keys[0]!);
	const getMany = async (arrayFormat: string) =>
		await runAction(n8n, {
			credentialId: await n8n.api.createCredential({ ...credentialOf(service), arrayFormat }),
			items: [{}, {}, {}],
			parameters: {
				...{ resource: 'appointment', operation: 'getAll', returnAll: true },
				filters: { serviceKeys: keys.join() },
			},
		});

	const repeated = await getMany('repeat');
	service.requests.clear();
	const bracketed = await getMany('brackets');

	expect(repeated.error).toMatchObject({
		message: expect.stringContaining("'Array Format'"),
		description: expect.stringContaining('PHP, Laravel: Brackets'),
	});
	expect(bracketed.error).toBeUndefined();
	const found = service.matching({ service_keys: keys }).length;
	expect(bracketed.output).toHaveLength(3 * found);
	// Three for the check, once for all items.
	expect(service.requests.of('GET', '/api/v3/appointments/')).toHaveLength(6);
});
