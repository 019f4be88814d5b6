import { freePorts, packTarball, startN8n, type N8n } from '../n8n/harness';
import { BackgroundProcess } from '../n8n/harness/process/background-process';
import { credentialOf, type Bench } from '../n8n/support/bench';
import { clearTriggers } from '../n8n/support/events';
import { startService } from '../stand-in';
import { startNginx } from './nginx';
import { expectDeliveries } from './support';

describe.each([
	['webhooks on another host than the editor', 'localhost', '/'],
	['a path prefix', '127.0.0.1', '/automation/'],
])('behind a proxy, with %s', (_, webhookHost, path) => {
	const bench = {} as Bench<N8n>;
	let nginx: BackgroundProcess | undefined;
	let publicUrl = '';

	beforeAll(async () => {
		const [port, n8nPort] = await freePorts(2);
		nginx = await startNginx(port!, n8nPort!, path);
		publicUrl = `https://${webhookHost}:${port}${path}`;
		bench.service = await startService({ deliveries: { schedule: [500, 1_000] } });
		bench.n8n = await startN8n({
			packageTarball: await packTarball(),
			https: false,
			port: n8nPort,
			env: {
				N8N_WEBHOOK_URL: publicUrl,
				WEBHOOK_URL: publicUrl,
				N8N_EDITOR_BASE_URL: `https://127.0.0.1:${port}${path}`,
				N8N_PATH: path,
				N8N_PROXY_HOPS: '1',
			},
		});
		bench.credentialId = await bench.n8n.api.createCredential(credentialOf(bench.service));
	});
	afterEach(clearTriggers);
	afterAll(async () => {
		await bench.n8n?.stop();
		await bench.service?.stop();
		await nginx?.kill();
	});

	test('registers the public address and receives deliveries through the proxy', async () => {
		const { url } = await expectDeliveries(bench);
		expect(url).toMatch(new RegExp(`^${publicUrl}webhook/`));
	});
});
