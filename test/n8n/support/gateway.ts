import type { INode, INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import type { Workflow } from '../harness';
import { serveJson } from './jsonServer';

/** A message as a gateway takes it, with the texts of its template. */
export interface Sent {
	number: string;
	text: string;
	subject?: string;
	template?: string[];
}

interface TemplateParameters {
	components?: { component: Array<{ bodyParameters: { parameter: Array<{ text: string }> } }> };
}

/** What messages say, by the node that sends them. */
const messagesOf: Record<string, (parameters: INodeParameters) => INodeParameters> = {
	'n8n-nodes-base.whatsApp': ({ recipientPhoneNumber, textBody, ...parameters }) => ({
		number: recipientPhoneNumber,
		text: textBody ?? '={{ $json.text }}',
		template: templateOf(parameters),
	}),
	'n8n-nodes-base.emailSend': ({ toEmail, subject, text }) => ({ number: toEmail, subject, text }),
};

function templateOf(parameters: INodeParameters): string {
	const [body] = (parameters as TemplateParameters).components?.component ?? [];
	const texts = body?.bodyParameters.parameter.map(({ text }) => text.slice(4, -3)) ?? [];
	return `={{ [${texts.join(', ')}] }}`;
}

/** As its note says: what sends to phones, and to mailboxes, becomes a request to this gateway. */
export function viaGateway(
	workflow: Workflow,
	url: string,
	types = Object.keys(messagesOf),
): Workflow {
	const nodes = workflow.nodes.map((node) =>
		types.includes(node.type) ? asRequest(node, url) : node,
	);
	return { ...workflow, nodes };
}

function asRequest(node: INode, url: string): INode {
	const fields = messagesOf[node.type]!(node.parameters);
	const { credentials: _credentials, ...kept } = node;
	const parameters = Object.entries(fields).map(([name, value]) => ({ name, value }));
	return {
		...kept,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			bodyParameters: { parameters: parameters as NodeParameterValueType },
			options: {},
		} as INodeParameters,
	};
}

/** Takes the messages of workflows; `refused` holds numbers that it does not accept. */
export async function startGateway() {
	const received: Sent[] = [];
	const refused = new Set<string>();
	const { url, stop } = await serveJson((body, respond) => {
		const message = body as Sent;
		if (refused.has(message.number)) return respond({ error: 'not on WhatsApp' }, 400);
		received.push(message);
		respond({ ok: true });
	});
	return { url, received, refused, stop };
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** What a client writes by WhatsApp, as Meta delivers it. */
export const written = (from: string, body: string) => ({ messages: [{ from, text: { body } }] });

/** Where messages come in: the address of a Webhook node, or a message that a test run begins with. */
export type Door = { path: string } | { message: object };

/** Messages come from this node, not from Meta. */
export function withDoor({ nodes, connections, ...workflow }: Workflow, door: Door): Workflow {
	const isTest = 'message' in door;
	const take = isTest
		? { type: 'set', typeVersion: 3.4, parameters: rawOf(door.message) }
		: { type: 'splitOut', typeVersion: 1, parameters: { fieldToSplitOut: 'body', options: {} } };
	const start = isTest
		? { type: 'manualTrigger', typeVersion: 1, parameters: {} }
		: {
				type: 'webhook',
				typeVersion: 2,
				webhookId: door.path,
				parameters: { httpMethod: 'POST', path: door.path, options: {} },
			};
	const base = (node: { type: string }) => ({ ...node, type: `n8n-nodes-base.${node.type}` });
	const swapped = (node: INode) =>
		node.name === 'WhatsApp' ? { ...node, ...base(take), disabled: false } : node;
	const added = { id: 'door', name: 'Door', position: [-220, 200], ...base(start) };
	return {
		...workflow,
		nodes: [...nodes.map(swapped), added] as INode[],
		connections: {
			...connections,
			Door: { main: [[{ node: 'WhatsApp', type: 'main', index: 0 }]] },
		},
	};
}

const rawOf = (item: object) => ({ mode: 'raw', jsonOutput: JSON.stringify(item), options: {} });
