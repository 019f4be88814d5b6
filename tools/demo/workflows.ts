import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import type { N8nApi } from '../../test/n8n/harness';
import { root } from '../../test/n8n/harness/paths';
import { example } from '../../test/n8n/support/examples';

/** Credential ids, by type. */
export type Credentials = Record<string, string>;

const everyMinute = { pollTimes: { item: [{ mode: 'everyMinute' }] } };
/** Nobody who looks at the demo waits a quarter of an hour. */
const parameters: Record<string, INodeParameters> = {
	'Starts in a Day': everyMinute,
	'Visit Ended': everyMinute,
};

/** Imports a workflow of this folder, or of docs/examples, and gives its nodes the credentials. */
export async function importWorkflow(
	api: N8nApi,
	file: string,
	credentials: Credentials,
	folder = join(__dirname, 'workflows'),
): Promise<string> {
	const workflow = example(join(folder, file), {
		credentials,
		parameters,
		timezone: 'Europe/Madrid',
	});
	return (await api.createWorkflow(workflow)).id;
}

/** Imports the examples of docs/examples; returns their ids by file. */
export async function importExamples(
	api: N8nApi,
	credentials: Credentials,
): Promise<Map<string, string>> {
	const folder = join(root, 'docs/examples');
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	const ids = new Map<string, string>();
	for (const file of files) ids.set(file, await importWorkflow(api, file, credentials, folder));
	return ids;
}
