import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { describeParity } from '../unit/support/parity/cases';
import { chain, outputOf, startN8n, temporaryFolder, type N8n } from './harness';
import { installNodeSources } from './harness/nodeSources';

const packageName = 'n8n-nodes-parity';
const sources = join(__dirname, '../unit/support/parity/nodes');

let n8n: N8n;
beforeAll(async () => {
	const folder = temporaryFolder('n8n');
	installNodeSources(folder, packageName, sources);
	n8n = await startN8n({ folder });
});
afterAll(async () => await n8n?.stop());

describeParity({
	open: async (parameters) => {
		const { api, http } = n8n;
		const draft = chain('Bell', [
			{ name: 'Bell', type: `${packageName}.bell`, parameters },
			{ name: 'Next', type: 'n8n-nodes-base.noOp' },
		]);
		const { id } = await api.createWorkflow(draft);
		const webhookUrl = n8n.webhookUrl(`${draft.nodes[0]!.webhookId}/webhook`);
		return {
			publish: async () => {
				await api.public('POST', `/workflows/${id}/activate`);
				return (await api.settled(id)).status === 'published';
			},
			unpublish: async () => {
				await api.public('POST', `/workflows/${id}/deactivate`);
				await api.settled(id, 'not_published');
			},
			ring: async (text) => {
				const {
					status,
					json,
					text: body,
				} = await http.request(webhookUrl, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: text,
				});
				return { status, body: json ?? body };
			},
			runs: async (count) =>
				(await api.waitForExecutions(id, count, { quietMs: 600 })).reverse().map((run) => ({
					status: String(run.status),
					reachedNext: outputOf(run, 'Next').length > 0,
				})),
			stored: async () => {
				const { staticData } = await api.getWorkflow(id);
				const { url, ...stored } = ((staticData as IDataObject | null)?.['node:Bell'] ??
					{}) as IDataObject;
				return stored;
			},
			remove: async () => {
				await api.public('POST', `/workflows/${id}/deactivate`);
				await api.settled(id, 'not_published');
				await api.public('DELETE', `/workflows/${id}`);
			},
		};
	},
});
