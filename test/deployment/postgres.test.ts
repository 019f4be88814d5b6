import { useBench } from '../n8n/support/bench';
import { clearTriggers } from '../n8n/support/events';
import { startPostgres, type Server } from '../queue/harness';
import { expectToWork } from './support';

let postgres: Server | undefined;
const bench = useBench({ deliveries: { schedule: [500, 1_000] } }, async () => {
	postgres = await startPostgres();
	return { database: postgres.env };
});
afterEach(clearTriggers);
afterAll(async () => void (await postgres?.process.kill()));

test('with PostgreSQL and without queue mode, operations, deliveries and a restart work', async () => {
	await expectToWork(bench);
});
