import path from 'node:path';

import packageJson from '../../../package.json';

const ROOT = path.join(__dirname, '../../..');
/** What only an execution, a publication or a list in the editor needs. */
const LATER = [
	'actions/router',
	'availability/schedule',
	'availability/slots',
	'n8n/connect',
	'pickers/list',
	'pollingTrigger/poll',
	'service/changes/change',
	'service/http/authorization',
	'service/http/client',
	'service/lists/collect',
	'watching/state',
	'webhookTrigger/receive',
];

test.each([...packageJson.n8n.nodes, ...packageJson.n8n.credentials])(
	'when n8n starts, it loads little more than the description in %s',
	async (file) => {
		const loaded: string[] = [];
		for (const name of LATER) {
			const module = path.join(ROOT, 'nodes/AppointmentScheduling', name);
			jest.doMock(module, () => loaded.push(name) && jest.requireActual<object>(module));
		}
		await jest.isolateModulesAsync(
			async () => await import(path.join(ROOT, file.replace('dist/', '').replace('.js', ''))),
		);
		expect(loaded).toEqual([]);
	},
);
