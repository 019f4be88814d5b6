import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFolders } from '../../../tools/scan/tree';

const ROOT = join(__dirname, '../../..');

const messages = (path: string, content: string) =>
	checkFolders(`nodes/AppointmentScheduling/${path}`, content).map(({ message }) => message);

test.each([
	['service/webhooks.ts', '../fields/status', 'service must not import fields.'],
	['service/webhooks.ts', '../n8n/connect', 'service must not import n8n.'],
	['service/http/client.ts', '../../n8n/connect', 'service/http must not import n8n.'],
	['service/http/client.ts', '../lists/collect', 'service/http must not import service/lists.'],
	['service/values/dates.ts', '../http/client', 'service/values must not import service/http.'],
	['service/lists/collect.ts', '../webhooks', 'service/lists must not import service.'],
	['fields/status.ts', '../actions/router', 'fields must not import actions.'],
	['fields/status.ts', '../n8n/errors', 'fields must not import n8n.'],
	['n8n/connect.ts', '../fields/status', 'n8n must not import fields.'],
	[
		'actions/webhook/create.operation.ts',
		'../../webhookTrigger/runs/memory',
		'actions must not import webhookTrigger/runs.',
	],
	[
		'webhookTrigger/runs/start.ts',
		'../../pollingTrigger/poll',
		'webhookTrigger/runs must not import pollingTrigger.',
	],
	[
		'webhookTrigger/runs/state.ts',
		'../subscription/stored',
		'webhookTrigger/runs must not import webhookTrigger/subscription.',
	],
	[
		'webhookTrigger/catchUp/checks.ts',
		'../deliveries/receive',
		'webhookTrigger/catchUp must not import webhookTrigger/deliveries.',
	],
	['watching/snapshot.ts', '../pollingTrigger/poll', 'watching must not import pollingTrigger.'],
	['pollingTrigger/poll.ts', '../pickers/calendars', 'pollingTrigger must not import pickers.'],
	['pickers/calendars.ts', '../actions/router', 'pickers must not import actions.'],
	['actions/router.ts', '../../../package.json', 'actions must not import package.json.'],
])('%s must not import %s', (path, imported, message) => {
	expect(messages(path, `import { x } from '${imported}';`)).toEqual([message]);
});

test.each([
	['service/webhooks.ts', './http/client'],
	['service/http/client.ts', './limiter'],
	['service/http/client.ts', '../values/addresses'],
	['service/lists/collect.ts', '../http/client'],
	['fields/status.ts', '../service/vocabulary'],
	['fields/status.ts', '../service/values/keys'],
	['n8n/connect.ts', '../service/http/client'],
	['actions/webhook/create.operation.ts', '../operation'],
	['webhookTrigger/runs/start.ts', '../../n8n/log'],
	['webhookTrigger/deliveries/receive.ts', '../runs/handover'],
	['webhookTrigger/deliveries/receive.ts', '../settings'],
	['pollingTrigger/poll.ts', '../fields/filters'],
	['pollingTrigger/poll.ts', '../watching/snapshot'],
	['pickers/calendars.ts', '../n8n/errors'],
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
	expect(messages('service/webhooks.ts', content)).toEqual(['service must not import pickers.']);
});

test('a finding names the line', () => {
	const content =
		"import { sleep } from 'n8n-workflow';\n\nimport { x } from '../pickers/webhooks';\n";
	expect(checkFolders('nodes/AppointmentScheduling/service/webhooks.ts', content)).toMatchObject([
		{ where: 'nodes/AppointmentScheduling/service/webhooks.ts:3', severity: 'error' },
	]);
});

test('files outside the nodes may import anything', () => {
	expect(checkFolders('credentials/A.credentials.ts', "import { x } from '../nodes/x';")).toEqual(
		[],
	);
});

test('no file of the nodes breaks an import rule', () => {
	const files = globSync('nodes/**/*.ts', { cwd: ROOT });
	expect(files.length).toBeGreaterThan(50);
	expect(
		files.flatMap((file) => checkFolders(file, readFileSync(join(ROOT, file), 'utf8'))),
	).toEqual([]);
});
