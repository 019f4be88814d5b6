import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { n8nFolder } from '../n8n/harness/paths';
import { actionNodeType, pollingTriggerNodeType, triggerNodeType } from '../n8n/harness';
import { useFixture } from '../n8n/support/fixture';
import { versionNamed } from '../../tools/compatibility/versions';

const fixture = useFixture();
const { version } = JSON.parse(readFileSync(join(n8nFolder, 'package.json'), 'utf8')) as {
	version: string;
};

test('runs the version of n8n to be tested', () => {
	expect(fixture.n8n.log(`Version: ${version}`)).toHaveLength(1);
});

/** Whether a package of n8n mentions the name; it does not if it lacks what is called so. */
const mentions = (name: string, folder: string) =>
	globSync('dist/**/*.js', { cwd: join(n8nFolder, '..', folder) }).some((file) =>
		readFileSync(join(n8nFolder, '..', folder, file), 'utf8').includes(name),
	);

// All tests of this version pass without what is missing here.
test.each([
	['getPollBudgetMs', 'n8n-core'],
	['webhookDescriptionFields', 'n8n-workflow'],
])('this n8n has %s unless the table of versions says that it lacks it', (name, folder) => {
	const { lacks = [] } = versionNamed(version);

	expect(mentions(name, folder)).toBe(!lacks.includes(name));
});

test('n8n loads every node with its parameters and its credential', async () => {
	const names = [actionNodeType, triggerNodeType, pollingTriggerNodeType];
	const nodes = await fixture.n8n.api.rest<INodeTypeDescription[]>('POST', '/node-types', {
		body: { nodeInfos: names.map((name) => ({ name, version: 1 })) },
	});

	// n8n 1 answers without the package's name.
	expect(names.map((name, index) => name.endsWith(nodes[index]!.name))).toEqual([true, true, true]);
	for (const { properties, outputs, credentials } of nodes) {
		expect(properties.length).toBeGreaterThan(2);
		expect(outputs).toEqual(['main']);
		expect(credentials).toMatchObject([{ name: 'appointmentSchedulingApi', required: true }]);
	}
	expect(fixture.n8n.log(/rror.*n8n-nodes-appointment-scheduling/)).toEqual([]);
});
