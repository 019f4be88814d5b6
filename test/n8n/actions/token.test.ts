import { readFileSync } from 'node:fs';
import { credentialType, runAction, type ActionResult } from '../harness';
import { credentialOf, useSharedN8n } from '../support/fixture';
import { locator } from '../../unit/support/locator';

const token = 'token-that-must-never-show-4711';
// It logs all that it can.
const fixture = useSharedN8n({ webhookScheme: 'Basic', token });
const results: ActionResult[] = [];
beforeAll(() => void fixture.service.seed(3));

// Other options: readers.test.ts.
test('the HTTP Request node with our credential refuses to ignore SSL issues, which would show the token to another server', async () => {
	const baseUrl = 'https://service.example';
	const data = { ...credentialOf(fixture.service), baseUrl };
	const result = await runAction(fixture.n8n, {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		credentialId: await fixture.n8n.api.createCredential(data),
		parameters: {
			url: `${baseUrl}/api/v3/appointments/`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			options: { allowUnauthorizedCerts: true },
		},
	});
	results.push(result);
	expect(JSON.stringify(result.error)).toContain(
		"'Ignore SSL Issues (Insecure)': it could let another server read",
	);
});

test('the token never appears in an execution or in the log, even if requests fail', async () => {
	const { n8n, service, credentialId } = fixture;
	const appointment = locator(service.appointments.list()[0]!.appointment_key);
	const act = async (operation: string, more: object = {}) => {
		const parameters = { resource: 'appointment', operation, appointment, ...more };
		const both = (['continueRegularOutput', 'stopWorkflow'] as const).map(
			async (onError) => await runAction(n8n, { credentialId, parameters, onError }),
		);
		results.push(...(await Promise.all(both)));
	};
	await act('get');
	for (const status of [401, 422, 500]) {
		const body = { detail: `Bearer ${token} is not welcome.` };
		const fault = service.faults.add({ action: { kind: 'respond', status, body } });
		await act('get');
		fault.remove();
	}
	const reset = service.faults.add({ action: { kind: 'reset' } });
	await act('cancel');
	reset.remove();
	const headers = { location: 'http://127.0.0.1:9/api/v3/appointments/' };
	service.faults.add({ action: { kind: 'respond', status: 302, headers } });
	await act('getAll');
	const refused = { ...credentialOf(service), webhookAuthScheme: 'Bearer' };
	const test = await n8n.api.testCredential(refused);

	const failed = results.filter(({ error }) => error);
	expect(failed.length).toBeGreaterThanOrEqual(5);
	expect(JSON.stringify([results, test])).not.toContain(token);
	const log = readFileSync(n8n.logFile, 'utf8');
	expect(log).toContain('debug');
	expect(log).not.toContain(token);
});
