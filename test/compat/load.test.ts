import type { INodeTypeDescription } from 'n8n-workflow';
import { n8nFolder, versionOf } from '../n8n/harness/paths';
import { actionNodeType, pollingTriggerNodeType, triggerNodeType } from '../n8n/harness';
import { useFixture } from '../n8n/support/fixture';

const fixture = useFixture();

test('runs the version of n8n to be tested', () => {
	expect(fixture.n8n.log(new RegExp(`Version: ${versionOf(n8nFolder)}`))).toHaveLength(1);
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
