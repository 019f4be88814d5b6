import { globSync } from 'node:fs';
import path from 'node:path';

import packageJson from '../../../package.json';

const ROOT = path.join(__dirname, '../../..');
const NODES = path.join(ROOT, 'nodes/AppointmentScheduling');
/** What n8n loads when it starts: what the nodes show, and what the operations need for that. */
const EARLY = [
	/\.node$|^methods$|\.operation$/,
	/^actions\/(?:description\/\w+|lists|operation|tool)$/,
	/^actions\/appointment\/(?:create\/(?:additionalFields|attendees)|freeTimes\/options|parameters|when)$/,
	/^(?:actions\/webhook|webhookTrigger\/parameters|pollingTrigger)\/(?:panel|parameters|properties)$/,
	/^concurrency\/order$/,
	/^parameters\/\w+$/,
	/^service\/(?:addresses|appointment|errors|lists|pages|vocabulary)$/,
	/^service\/values\/(?:dates|entered|keys|objects|starts|texts)$/,
];
const LATER = globSync('**/*.ts', { cwd: NODES })
	.map((file) => file.replace(/\.ts$/, ''))
	.filter((file) => !EARLY.some((early) => early.test(file)));

// An import that fails here belongs into the function that needs it: `await import('…')`.
test.each([...packageJson.n8n.nodes, ...packageJson.n8n.credentials])(
	'when n8n starts, it loads little more than the description in %s',
	async (file) => {
		const loaded: string[] = [];
		for (const name of LATER) {
			const module = path.join(NODES, name);
			jest.doMock(module, () => loaded.push(name) && jest.requireActual<object>(module));
		}
		await jest.isolateModulesAsync(
			async () => await import(path.join(ROOT, file.replace('dist/', '').replace('.js', ''))),
		);
		expect(loaded).toEqual([]);
	},
);
