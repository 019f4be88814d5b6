import { readFileSync } from 'node:fs';
import { startService, type Service } from '../../stand-in';
import { credentialType, runAction, type ActionResult } from '../harness';
import { credentialOf, useSharedN8n } from '../support/fixture';
import { locator } from '../../unit/support/locator';

const token = 'token-that-must-never-show-4711';
// It logs all that it can.
const fixture = useSharedN8n({ webhookScheme: 'Basic', token });
let elsewhere: Service;
const results: ActionResult[] = [];

beforeAll(async () => {
	elsewhere = await startService();
	fixture.service.seed(3);
});
afterAll(async () => await elsewhere.stop());

/** The HTTP Request node with the package's credential as its predefined one. */
async function httpRequest(
	url: string,
	more: object = {},
	credentialId = fixture.credentialId,
): Promise<ActionResult> {
	const result = await runAction(fixture.n8n, {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		credentialId,
		parameters: {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			options: {},
			...more,
		},
	});
	results.push(result);
	return result;
}

test('with our credential, the HTTP Request node reaches the service with the scheme of each path, and no other origin', async () => {
	const { baseUrl, requests, webhooks } = fixture.service;
	const sentWith = () => requests.entries.at(-1)!.headers.authorization;

	const read = await httpRequest(`${baseUrl}/api/v3/appointments/`);
	expect(read.output[0]!.results).toHaveLength(3);
	expect(sentWith()).toBe(`Bearer ${token}`);

	const { error } = await httpRequest(`${baseUrl}/api/v3/webhooks/`, {
		method: 'POST',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '{"url":"https://receiver.example/","events":["appointment.created"]}',
	});
	expect(error).toBeUndefined();
	expect(webhooks.list()).toHaveLength(1);
	expect(sentWith()).toBe(`Basic ${token}`);

	const neverError = { response: { response: { neverError: true } } };
	await httpRequest(`${elsewhere.baseUrl}/api/v3/appointments/`, { options: neverError });
	expect(elsewhere.requests.total).toBe(1);
	expect(JSON.stringify(elsewhere.requests.entries)).not.toContain(token);
});

// Other options: readers.test.ts.
test('the HTTP Request node with our credential refuses to ignore SSL issues, which would show the token to another server', async () => {
	const baseUrl = 'https://service.example';
	const data = { ...credentialOf(fixture.service), baseUrl };
	const id = await fixture.n8n.api.createCredential(data);
	const options = { allowUnauthorizedCerts: true };
	const { error } = await httpRequest(`${baseUrl}/api/v3/appointments/`, { options }, id);

	expect(JSON.stringify(error)).toContain(
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
	const headers = { location: `${elsewhere.baseUrl}/api/v3/appointments/` };
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
