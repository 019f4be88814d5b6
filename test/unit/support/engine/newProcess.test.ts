import { NodeOperationError } from 'n8n-workflow';

import { newProcess } from './newProcess';

it('loads code anew, but not n8n-workflow', async () => {
	const first = await newProcess(async () => await import('../trigger/webhookAnswer'));
	const second = await newProcess(async () => await import('../trigger/webhookAnswer'));
	expect(second.UnreadableBody).not.toBe(first.UnreadableBody);

	const workflow = await newProcess(async () => await import('n8n-workflow'));
	expect(workflow.NodeOperationError).toBe(NodeOperationError);
});
