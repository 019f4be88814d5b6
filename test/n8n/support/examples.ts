import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { packageName, type Workflow } from '../harness';
import { root } from '../harness/paths';

/** What a user does after the import. */
export interface Changes {
	/** Credential ids by type; each node gets those that fit. */
	credentials: Record<string, string>;
	/** Parameters to change, by node. */
	parameters?: Record<string, INodeParameters>;
	/** Nodes to activate. */
	activated?: string[];
	timezone?: string;
}

const credentialTypes: Array<[nodes: RegExp, type: string]> = [
	[new RegExp(`^${packageName}\\.`), 'appointmentSchedulingApi'],
	[/\.emailSend(HitlTool)?$/, 'smtp'],
	[/\.lmChatOpenAi$/, 'openAiApi'],
	[/\.mcpTrigger$/, 'httpBearerAuth'],
];

/** A workflow of docs/examples, or of another path, made ready as its notes say. */
export function example(
	file: string,
	{ credentials, parameters, activated, timezone }: Changes,
): Workflow {
	const text = readFileSync(resolve(root, 'docs/examples', file), 'utf8');
	const workflow = JSON.parse(text) as Workflow;
	return {
		...workflow,
		settings: { ...workflow.settings, ...(timezone ? { timezone } : {}) },
		nodes: workflow.nodes.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...parameters?.[node.name] },
			...(activated?.includes(node.name) ? { disabled: false } : {}),
			...credentialsFor(node, credentials),
		})),
	};
}

function credentialsFor(
	{ type }: INode,
	ids: Record<string, string>,
): Pick<INode, 'credentials'> | undefined {
	const [, wanted] = credentialTypes.find(([nodes]) => nodes.test(type)) ?? [];
	const id = wanted && ids[wanted];
	return id ? { credentials: { [wanted]: { id, name: wanted } } } : undefined;
}
