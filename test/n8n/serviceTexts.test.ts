import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { chain, pollingTriggerNodeType, runAction, triggerNodeType } from './harness';
import { CREATED } from './support/events';
import { credentialOf, useSharedN8n } from './support/fixture';
import { serve } from './support/jsonServer';

const fixture = useSharedN8n();
const said = 'Ana García is booked already.';
/** The secrets of the webhooks that it was asked to create. */
const secrets = new Set<string>();
let server: Awaited<ReturnType<typeof serve>>;
let credentialId: string;

/** Has no webhooks, and refuses everything with the name of a client and the secret it was sent. */
beforeAll(async () => {
	server = await serve(async (request, response) => {
		const { url = '' } = JSON.parse((await text(request)) || '{}') as { url?: string };
		const secret = URL.canParse(url) ? new URL(url).searchParams.get('secret') : null;
		if (secret) secrets.add(secret);
		const isList = request.method === 'GET' && request.url?.includes('webhooks');
		response.writeHead(isList ? 200 : 422, { 'content-type': 'application/json' });
		response.end(JSON.stringify(isList ? [] : { errors: { secret: [secret], start: said } }));
	});
	const data = { ...credentialOf(fixture.service), baseUrl: server.url };
	credentialId = await fixture.n8n.api.createCredential(data);
});
afterAll(async () => await server.stop());

const log = () => readFileSync(fixture.n8n.logFile, 'utf8');

test.each([
	['webhook', triggerNodeType, { events: [CREATED], options: {} }],
	['polling', pollingTriggerNodeType, { event: 'created' }],
])(
	'a %s trigger that the service refuses to publish says so, and neither that nor the log has a text of the service',
	async (_name, type, parameters) => {
		const before = log().length;
		const trigger = { name: 'Trigger', type, credentialId, parameters };
		const next = { name: 'Received', type: 'n8n-nodes-base.noOp' };
		const { id } = await fixture.n8n.api.createWorkflow(chain('Refused', [trigger, next]));
		const { message } = await fixture.n8n.api.activate(id).then(
			() => new Error('It was published'),
			(error: Error) => error,
		);
		await fixture.n8n.api.deleteWorkflow(id);

		const own = 'The service refused the request (422). Check the parameters';
		expect(message).toContain(own);
		const logged = log().slice(before);
		expect(logged).toContain(own);
		expect(`${message}${logged}`).not.toContain('Ana García');
		for (const secret of secrets) expect(`${message}${logged}`).not.toContain(secret);
		expect(secrets.size).toBe(1);
	},
);

test('an action that the service refuses says so with its words, and the log has none of them', async () => {
	const before = log().length;
	const parameters = { resource: 'appointment', operation: 'getAll' };
	const { error } = await runAction(fixture.n8n, { parameters, credentialId, items: [{}] });
	expect(error).toMatchObject({
		message: 'The service refused the request (422)',
		description: expect.stringContaining(said) as string,
	});
	// For its own developers, n8n logs whole executions.
	const isForUsers = (line: string) => !line.includes('| debug |');
	const logged = log().slice(before).split('\n').filter(isForUsers).join('\n');
	expect(logged).toContain('The service refused the request (422)');
	expect(logged).not.toContain('Ana García');
});
