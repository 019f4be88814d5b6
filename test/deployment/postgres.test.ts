import { packTarball, startN8n, type N8n } from '../n8n/harness';
import { credentialOf, type Bench } from '../n8n/support/bench';
import { clearTriggers } from '../n8n/support/events';
import { startPostgres, type Server } from '../queue/harness';
import { startService } from '../stand-in';
import { expectToWork } from './support';

const bench = {} as Bench<N8n>;
let postgres: Server | undefined;

beforeAll(async () => {
	postgres = await startPostgres();
	bench.service = await startService({ deliveries: { schedule: [500, 1_000] } });
	bench.n8n = await startN8n({ packageTarball: await packTarball(), database: postgres.env });
	bench.credentialId = await bench.n8n.api.createCredential(credentialOf(bench.service));
});
afterEach(clearTriggers);
afterAll(async () => {
	await bench.n8n?.stop();
	await bench.service?.stop();
	await postgres?.process.kill();
});

test('with PostgreSQL and without queue mode, operations, deliveries and a restart work', async () => {
	await expectToWork(bench);
});
