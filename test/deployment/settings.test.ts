import { freePorts } from '../n8n/harness';
import type { BackgroundProcess } from '../n8n/harness/process/background-process';
import { useFixture } from '../n8n/support/fixture';
import { clearTriggers } from '../n8n/support/events';
import { startPostgres, type Server } from '../queue/harness/servers';
import { startNginx } from './nginx';
import { expectToWork } from './support';

const path = '/automation/';
let postgres: Server | undefined;
let nginx: BackgroundProcess | undefined;
let publicUrl = '';
const fixture = useFixture({}, async () => {
	postgres = await startPostgres();
	const [port, n8nPort] = await freePorts(2);
	nginx = await startNginx(port!, n8nPort!, path);
	publicUrl = `https://localhost:${port}${path}`;
	return {
		https: false,
		port: n8nPort,
		database: postgres.env,
		env: {
			N8N_EXPRESSION_ENGINE: 'quickjs',
			N8N_WEBHOOK_URL: publicUrl,
			WEBHOOK_URL: publicUrl,
			N8N_EDITOR_BASE_URL: `https://127.0.0.1:${port}${path}`,
			N8N_PATH: path,
			N8N_PROXY_HOPS: '1',
		},
	};
});
afterEach(clearTriggers);
afterAll(async () => {
	await nginx?.kill();
	await postgres?.process.kill();
});

test('with PostgreSQL, "quickjs" for expressions and a proxy, webhooks on another host than the editor and below a path, operations, deliveries and a restart work', async () => {
	await expectToWork(fixture);

	const [registered] = fixture.service.requests.of('POST', /webhooks/);
	expect(registered!.body).toContain(`${publicUrl}webhook/`);
});
