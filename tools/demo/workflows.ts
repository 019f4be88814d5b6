import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentialType, type N8nApi, type Workflow } from '../../test/n8n/harness';
import { root } from '../../test/n8n/harness/paths';
import { example } from '../../test/n8n/support/examples';

/** Imports a workflow of this folder and gives its nodes the credential. */
export async function importWorkflow(
	api: N8nApi,
	file: string,
	credentialId: string,
): Promise<string> {
	const workflow = JSON.parse(readFileSync(join(__dirname, 'workflows', file), 'utf8')) as Workflow;
	for (const { credentials } of workflow.nodes) {
		const wanted = credentials?.[credentialType];
		if (wanted) wanted.id = credentialId;
	}
	const { id } = await api.createWorkflow(workflow);
	return id;
}

/** Imports the examples of docs/examples; the user publishes them. */
export async function importExamples(api: N8nApi, credentialId: string): Promise<number> {
	const files = readdirSync(join(root, 'docs/examples')).filter((file) => file.endsWith('.json'));
	for (const file of files) {
		const credentials = { [credentialType]: credentialId };
		await api.createWorkflow(example(file, { credentials, timezone: 'Europe/Madrid' }));
	}
	return files.length;
}
