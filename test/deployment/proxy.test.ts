import { freePorts } from '../n8n/harness';
import type { BackgroundProcess } from '../n8n/harness/process/background-process';
import { useFixture } from '../n8n/support/fixture';
import { clearTriggers } from '../n8n/support/events';
import { startNginx } from './nginx';
import { expectDeliveries } from './support';

const path = '/automation/';
let nginx: BackgroundProcess | undefined;
let publicUrl = '';
const fixture = useFixture({}, async () => {
	const [port, n8nPort] = await freePorts(2);
	nginx = await startNginx(port!, n8nPort!, path);
	publicUrl = `https://localhost:${port}${path}`;
	return {
		https: false,
		port: n8nPort,
		env: {
			N8N_WEBHOOK_URL: publicUrl,
			WEBHOOK_URL: publicUrl,
			N8N_EDITOR_BASE_URL: `https://127.0.0.1:${port}${path}`,
			N8N_PATH: path,
			N8N_PROXY_HOPS: '1',
		},
	};
});
afterEach(clearTriggers);
afterAll(async () => void (await nginx?.kill()));

test('behind a proxy, with webhooks on another host than the editor and below a path, the public address is registered and receives deliveries', async () => {
	const { workflow } = await expectDeliveries(fixture);

	expect(workflow.url().startsWith(`${publicUrl}webhook/`)).toBe(true);
});
