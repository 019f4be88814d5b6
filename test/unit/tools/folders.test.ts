import { checkFolders } from '../../../tools/scan/tree';

const messages = (path: string, content: string) =>
	checkFolders(`nodes/AppointmentScheduling/${path}`, content).map(({ message }) => message);

test.each([
	['service/webhooks.ts', '../fields/status', 'service must not import fields.'],
	['service/http/client.ts', '../lists/collect', 'service/http must not import service/lists.'],
	['service/values/dates.ts', '../http/client', 'service/values must not import service/http.'],
	['fields/status.ts', '../actions/router', 'fields must not import actions.'],
	[
		'actions/webhook/create.operation.ts',
		'../../webhookTrigger/runs/memory',
		'actions must not import webhookTrigger/runs.',
	],
	[
		'webhookTrigger/runs/state.ts',
		'../subscription/urlSecret',
		'webhookTrigger/runs must not import webhookTrigger/subscription.',
	],
	[
		'webhookTrigger/catchUp/checks.ts',
		'../deliveries/receive',
		'webhookTrigger/catchUp must not import webhookTrigger/deliveries.',
	],
	['actions/router.ts', '../../../package.json', 'actions must not import package.json.'],
])('%s must not import %s', (path, imported, message) => {
	expect(messages(path, `import { x } from '${imported}';`)).toEqual([message]);
});

test.each([
	['service/webhooks.ts', './http/client'],
	['service/http/client.ts', '../values/addresses'],
	['fields/status.ts', '../service/vocabulary'],
	['webhookTrigger/runs/start.ts', '../../n8n/log'],
	['webhookTrigger/deliveries/receive.ts', '../runs/handover'],
	['pollingTrigger/poll.ts', '../fields/filters'],
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
