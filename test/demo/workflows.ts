import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { credentialType, type N8nApi, type Workflow } from '../n8n/harness';

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
