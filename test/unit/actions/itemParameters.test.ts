import '../support/engine/environment';
import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import { createRunExecutionData, NodeConnectionTypes, type IExecuteFunctions } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { ItemParameters } from '../../../nodes/AppointmentScheduling/actions/itemParameters';
import { installNode } from '../support/engine/installedNode';

it.each([
	['a tool that the agent calls', '', NodeConnectionTypes.AiTool, true],
	['a tool that n8n runs for the agent', 'Tool', NodeConnectionTypes.Main, true],
	['a node', '', NodeConnectionTypes.Main, false],
])('%s is recognized', (_what, suffix, connectionType, isTool) => {
	const { node, workflow, additionalData } = installNode(AppointmentScheduling, {
		node: { type: `n8n-nodes-appointment-scheduling.appointmentScheduling${suffix}` },
	});
	const running = workflow();
	const own = running.getNode(node.name)!;
	const state = [running, own, additionalData(), 'manual', createRunExecutionData(), 0] as const;
	const execution = { node: own, data: {}, source: null };
	const context =
		connectionType === NodeConnectionTypes.AiTool
			? new SupplyDataContext(...state, [], {}, connectionType, execution, [])
			: new ExecuteContext(...state, [], {}, execution, []);
	const parameters = new ItemParameters(context as unknown as IExecuteFunctions, 0);
	expect(parameters.isTool).toBe(isTool);
});
