import { checkFolders } from '../../../tools/scan/tree';

const messages = (path: string, content: string) =>
	checkFolders(`nodes/AppointmentScheduling/${path}`, content).map(({ message }) => message);

test.each([
	['service/webhooks.ts', '../fields/values', 'service must not import fields.'],
	['service/http/client.ts', '../lists/collect', 'service/http must not import service/lists.'],
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
	['service/http/client.ts', '../values/addresses'],
	['fields/values.ts', '../service/vocabulary'],
	['webhookTrigger/deliveries/receive.ts', '../runs/handover'],
	['pickers/calendars.ts', 'n8n-workflow'],
	['AppointmentScheduling.node.ts', './actions/router'],
	['../../credentials/A.credentials.ts', '../nodes/x'],
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
])('%j is an import, and the finding names its line', (content) => {
	expect(
		checkFolders('nodes/AppointmentScheduling/service/webhooks.ts', `\n\n${content}`),
	).toMatchObject([
		{
			where: expect.stringMatching(/service\/webhooks\.ts:\d$/),
			severity: 'error',
			message: 'service must not import pickers.',
		},
	]);
});
