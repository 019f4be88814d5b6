import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFolders } from '../../tools/scan/tree';

const ROOT = join(__dirname, '../../..');

const messages = (path: string, content: string) =>
	checkFolders(`nodes/AppointmentScheduling/${path}`, content).map(({ message }) => message);

test.each([
	['service/client.ts', '../fields/status', 'service must not import fields.'],
	['service/client.ts', '../connect', 'service must not import connect.'],
	['fields/status.ts', '../actions/router', 'fields must not import actions.'],
	['fields/status.ts', '../nodeErrors', 'fields must not import nodeErrors.'],
	['connect.ts', './fields/status', 'connect must not import fields.'],
	[
		'actions/webhook/create.operation.ts',
		'../../deliveries/memory',
		'actions must not import deliveries.',
	],
	['deliveries/start.ts', '../polling/poll', 'deliveries must not import polling.'],
	['polling/poll.ts', '../pickers/calendars', 'polling must not import pickers.'],
	['pickers/calendars.ts', '../actions/router', 'pickers must not import actions.'],
	['pickers/calendars.ts', '../credentialTest', 'pickers must not import credentialTest.'],
	['actions/router.ts', '../../../package.json', 'actions must not import package.json.'],
])('%s must not import %s', (path, imported, message) => {
	expect(messages(path, `import { x } from '${imported}';`)).toEqual([message]);
});

test.each([
	['service/client.ts', './gate'],
	['fields/status.ts', '../service/vocabulary'],
	['connect.ts', './service/client'],
	['actions/webhook/create.operation.ts', '../operation'],
	['deliveries/start.ts', '../connect'],
	['polling/poll.ts', '../fields/filters'],
	['pickers/calendars.ts', '../nodeErrors'],
	['pickers/calendars.ts', 'n8n-workflow'],
	['AppointmentScheduling.node.ts', './actions/router'],
])('%s may import %s', (path, imported) => {
	expect(messages(path, `import { x } from '${imported}';`)).toEqual([]);
});

test.each([
	"import type { X } from '../pickers/webhooks';",
	"import {\n\tx,\n} from '../pickers/webhooks';",
	"import '../pickers/webhooks';",
	"export * from '../pickers/webhooks';",
	"const x = await import('../pickers/webhooks');",
	"const x = require('../pickers/webhooks');",
	"let x: import('../pickers/webhooks').X;",
])('%j is an import', (content) => {
	expect(messages('service/client.ts', content)).toEqual(['service must not import pickers.']);
});

test('a finding names the line', () => {
	const content =
		"import { sleep } from 'n8n-workflow';\n\nimport { x } from '../pickers/webhooks';\n";
	expect(checkFolders('nodes/AppointmentScheduling/service/client.ts', content)).toMatchObject([
		{ where: 'nodes/AppointmentScheduling/service/client.ts:3', severity: 'error' },
	]);
});

test('files outside the nodes import what they like', () => {
	expect(checkFolders('credentials/A.credentials.ts', "import { x } from '../nodes/x';")).toEqual(
		[],
	);
});

test('the nodes keep to it', () => {
	const files = globSync('nodes/**/*.ts', { cwd: ROOT });
	expect(files.length).toBeGreaterThan(50);
	expect(
		files.flatMap((file) => checkFolders(file, readFileSync(join(ROOT, file), 'utf8'))),
	).toEqual([]);
});
