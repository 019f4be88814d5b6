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
