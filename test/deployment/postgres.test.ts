import { useFixture } from '../n8n/support/fixture';
import { clearTriggers } from '../n8n/support/events';
import { startPostgres, type Server } from '../queue/harness';
import { expectToWork } from './support';

let postgres: Server | undefined;
const fixture = useFixture({}, async () => {
	postgres = await startPostgres();
	return { database: postgres.env, env: { N8N_EXPRESSION_ENGINE: 'quickjs' } };
});
afterEach(clearTriggers);
afterAll(async () => void (await postgres?.process.kill()));

test('with PostgreSQL and the expression engine "quickjs", operations, deliveries and a restart work', async () => {
	await expectToWork(fixture);
});
