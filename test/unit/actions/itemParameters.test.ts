import '../support/engine/environment';
import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, type IExecuteFunctions } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { parametersOf } from '../../../nodes/AppointmentScheduling/actions/core/itemParameters';
import { installNode } from '../support/engine/installedNode';
import { itemsOf } from '../support/engine/nodeTypes';

/** n8n runs tools in two ways. */
it.each([
	['a tool that the agent calls', '', NodeConnectionTypes.AiTool, true],
	['a tool that n8n runs for the agent', 'Tool', NodeConnectionTypes.Main, true],
	['a node', '', NodeConnectionTypes.Main, false],
])(
	'%s is recognized, and its parameters are read',
	async (_what, suffix, connectionType, isTool) => {
		const { node, workflow, additionalData } = installNode(AppointmentScheduling, {
			parameters: { resource: 'appointment', operation: 'get', appointment: '={{ $json.key }}' },
			node: { type: `n8n-nodes-appointment-scheduling.appointmentScheduling${suffix}` },
		});
		const running = workflow();
		const own = running.getNode(node.name)!;
		const items = itemsOf([{ key: 'k-1' }]);
		const data = { [connectionType]: [items] };
		const state = [running, own, additionalData(), 'manual', createRunExecutionData(), 0] as const;
		const execution = { node: own, data, source: null };
		const context =
			connectionType === NodeConnectionTypes.AiTool
				? new SupplyDataContext(...state, items, data, connectionType, execution, [])
				: new ExecuteContext(...state, items, data, execution, []);
		await running.expression.acquireIsolate();
		try {
			const parameters = parametersOf(context as unknown as IExecuteFunctions)(0);
			expect(parameters.isTool).toBe(isTool);
			expect(parameters.get('appointment')).toBe('k-1');
		} finally {
			await running.expression.releaseIsolate();
		}
	},
);
