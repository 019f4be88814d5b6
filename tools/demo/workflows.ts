import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { credentialType, type N8nApi } from '../../test/n8n/harness';
import { root } from '../../test/n8n/harness/paths';
import { example } from '../../test/n8n/support/examples';

/** Imports a workflow of this folder, or of docs/examples, and gives its nodes the credential. */
export async function importWorkflow(
	api: N8nApi,
	file: string,
	credentialId: string,
	folder = join(__dirname, 'workflows'),
): Promise<string> {
	const credentials = { [credentialType]: credentialId };
	const workflow = example(join(folder, file), { credentials, timezone: 'Europe/Madrid' });
	return (await api.createWorkflow(workflow)).id;
}

/** Imports the examples of docs/examples; the user publishes them. */
export async function importExamples(api: N8nApi, credentialId: string): Promise<number> {
	const folder = join(root, 'docs/examples');
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	for (const file of files) await importWorkflow(api, file, credentialId, folder);
	return files.length;
}
