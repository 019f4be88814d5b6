import { randomUUID } from 'node:crypto';
import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type NodeConnectionType,
	type OnError,
} from 'n8n-workflow';
import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { actionNodeType, chain, request, type NodeDraft, type Workflow } from '../harness';
import type { ChatModel, Move } from './chatModel';
import type { Fixture } from './fixture';

const { description } = new AppointmentScheduling();
const langchain = '@n8n/n8n-nodes-langchain';

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
	onError?: OnError;
}

/** A chat whose agent has these tools. */
function agentWorkflow(
	{ item = {}, version = 3, tools, onError }: Agent,
	credentialId: string,
	model: ChatModel,
): Workflow {
	const prompt = "={{ $('Chat').item.json.chatInput }}";
	const workflow = chain('Agent', [
		{
			name: 'Chat',
			type: `${langchain}.chatTrigger`,
			typeVersion: 1.3,
			parameters: { public: true, options: { responseMode: 'lastNode' } },
		},
		{
			name: 'Edit Fields',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify(item), options: {} },
		},
		{
			name: 'Agent',
			type: `${langchain}.agent`,
			typeVersion: version,
			parameters: { promptType: 'define', text: prompt, options: {} },
		},
	]);
	const attach = (type: NodeConnectionType, draft: NodeDraft) => {
		workflow.nodes.push(...chain('', [draft]).nodes);
		workflow.connections[draft.name] = { [type]: [[{ node: 'Agent', type, index: 0 }]] };
	};
	attach('ai_languageModel', {
		name: 'Model',
		type: `${langchain}.lmChatOpenAi`,
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'gpt-5-mini' }, options: {} },
		credentials: { openAiApi: { id: model.credentialId, name: 'Model' } },
	});
	for (const [name, given] of Object.entries(tools)) {
		const parameters = { descriptionType: 'manual', toolDescription: name, ...given };
		attach('ai_tool', { name, type: `${actionNodeType}Tool`, credentialId, onError, parameters });
	}
	return workflow;
}

/** Sends a message to an agent. @returns what its tools answered to the model */
export async function ask(
	{ n8n: { api, webhookUrl }, credentialId }: Fixture,
	agent: Agent,
	model: ChatModel,
	moves: Move[],
): Promise<string[]> {
	model.script.splice(0, Infinity, ...moves, { say: 'That is all.' });
	model.requests.length = 0;
	const { id, nodes } = await api.createWorkflow(agentWorkflow(agent, credentialId, model));
	const { webhookId } = nodes.find(({ name }) => name === 'Chat')!;
	await api.activate(id);
	const body = { action: 'sendMessage', sessionId: randomUUID(), chatInput: 'Hello' };
	const answer = await request(webhookUrl(`${webhookId}/chat`), { method: 'POST', body });
	await api.deactivate(id);
	expect(answer.json).toMatchObject({ output: 'That is all.' });
	return model.toolAnswers();
}
