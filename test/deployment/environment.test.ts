import { useBench } from '../n8n/support/bench';
import { clearTriggers } from '../n8n/support/events';
import { expectToWork } from './support';

const settings: Array<[what: string, env: NodeJS.ProcessEnv]> = [
	[
		'without the publication service and with the expression engine "legacy", as before',
		{ N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false', N8N_EXPRESSION_ENGINE: 'legacy' },
	],
	['with the expression engine "quickjs"', { N8N_EXPRESSION_ENGINE: 'quickjs' }],
];

describe.each(settings)('%s', (_, env) => {
	const bench = useBench({ deliveries: { schedule: [500, 1_000] } }, { env });
	afterEach(clearTriggers);

	test('operations, deliveries and a restart work', async () => await expectToWork(bench), 180_000);
});
