import { randomUUID } from 'node:crypto';
import {
	NodeHelpers,
	type IConnections,
	type IDataObject,
	type INode,
	type INodeParameters,
} from 'n8n-workflow';
import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { packageName, request, type Instance, type Workflow } from '../harness';
import type { ChatModel, Move } from './chatModel';

const { description } = new AppointmentScheduling();

/** A tool as the editor stores it: the model fills what the user leaves to it. */
export function tool(
	resource: string,
	operation: string,
	given: INodeParameters = {},
): INodeParameters {
	const type = { ...description, name: `${description.name}Tool` };
	const parameters = { resource, operation, ...given };
	const node = { typeVersion: 1 };
	const { properties } = type;
	return NodeHelpers.getNodeParameters(properties, parameters, true, false, node, type)!;
}

export interface Agent {
	/** The item that the agent gets. */
	item?: IDataObject;
	version?: number;
	/** By name. */
	tools: Record<string, INodeParameters>;
	/** Of the tools. */
	onError?: INode['onError'];
	/** Ids, by type. */
	credentials: Record<string, string>;
}

/** A chat whose agent has these tools. */
export function agentWorkflow({ item = {}, version = 3, tools, ...agent }: Agent): Workflow {
	const credentialOf = (type: string) => ({
		credentials: { [type]: { id: agent.credentials[type]!, name: type } },
	});
	const nodeOf = (
		name: string,
		type: string,
		typeVersion: number,
		more: Partial<INode>,
	): INode => ({
		id: randomUUID(),
		webhookId: randomUUID(),
		position: [0, 0],
		parameters: {},
		name,
		type,
		typeVersion,
		...more,
	});
	const langchain = '@n8n/n8n-nodes-langchain';
	const chat = { public: true, options: { responseMode: 'lastNode' } };
	const fields = { mode: 'raw', jsonOutput: JSON.stringify(item), options: {} };
	const prompt = {
		promptType: 'define',
		text: "={{ $('Chat').item.json.chatInput }}",
		options: {},
	};
	const model = { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' }, options: {} };
	const own = Object.entries(tools).map(([name, given]) =>
		nodeOf(name, `${packageName}.appointmentSchedulingTool`, 1, {
			parameters: { descriptionType: 'manual', toolDescription: name, ...given },
			...credentialOf('appointmentSchedulingApi'),
			...(agent.onError && { onError: agent.onError }),
		}),
	);
	const to = (node: string, type: 'main' | 'ai_tool' | 'ai_languageModel') => ({
		[type]: [[{ node, type, index: 0 }]],
	});
	const connections: IConnections = {
		Chat: to('Edit Fields', 'main'),
		'Edit Fields': to('Agent', 'main'),
		Model: to('Agent', 'ai_languageModel'),
		...Object.fromEntries(own.map(({ name }) => [name, to('Agent', 'ai_tool')])),
	};
	return {
		name: 'Agent',
		settings: { executionOrder: 'v1' },
		nodes: [
			nodeOf('Chat', `${langchain}.chatTrigger`, 1.3, { parameters: chat }),
			nodeOf('Edit Fields', 'n8n-nodes-base.set', 3.4, { parameters: fields }),
			nodeOf('Agent', `${langchain}.agent`, version, { parameters: prompt }),
			nodeOf('Model', `${langchain}.lmChatOpenAi`, 1.2, {
				parameters: model,
				...credentialOf('openAiApi'),
			}),
			...own,
		],
		connections,
	};
}

/** Sends a message to an agent. @returns what its tools answered to the model */
export async function ask(
	{ api, webhookUrl }: Instance,
	agent: Agent,
	model: ChatModel,
	moves: Move[],
): Promise<string[]> {
	model.script.splice(0, Infinity, ...moves, { say: 'That is all.' });
	model.requests.length = 0;
	const { id, nodes } = await api.createWorkflow(agentWorkflow(agent));
	const { webhookId } = nodes.find(({ name }) => name === 'Chat')!;
	await api.activate(id);
	const body = { action: 'sendMessage', sessionId: randomUUID(), chatInput: 'Hello' };
	const answer = await request(webhookUrl(`${webhookId}/chat`), { method: 'POST', body });
	await api.deactivate(id);
	expect(answer.json).toMatchObject({ output: 'That is all.' });
	return model.toolAnswers();
}
