import { runAction } from '../harness';
import { locator } from '../../unit/support/locator';
import { useSharedN8n } from '../support/fixture';

// The whole rule: test/unit/service/changes.test.ts.
const fixture = useSharedN8n();

test('with Retry On Fail, one refusal among 50 sends no client a second email', async () => {
	const { n8n, service, credentialId } = fixture;
	const items = service
		.seed(50, { status: 'CONFIRMED' })
		.map(({ appointment_key: key }) => ({ key }));
	const refusal = { kind: 'respond', status: 409, body: { detail: 'Too late.' } } as const;
	const refused = new RegExp(items[0]!.key);
	service.faults.add({ method: 'DELETE', path: refused, action: refusal });

	const { output } = await runAction(n8n, {
		credentialId,
		items,
		onError: 'continueRegularOutput',
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 1_000,
		parameters: {
			resource: 'appointment',
			operation: 'cancel',
			appointment: locator('={{ $json.key }}'),
			sendEmail: 'yes',
		},
	});

	expect(output[0]?.error).toContain('Too late.');
	const paths = service.requests.of('DELETE').map(({ path }) => path);
	const others = paths.filter((path) => !refused.test(path));
	expect(others).toHaveLength(49);
	expect(new Set(others).size).toBe(49);
});
