import { randomUUID } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { IDataObject } from 'n8n-workflow';
import { eventually, loopbackCertificate, request, type Instance } from '../harness';
import type { ChatModel, Move } from './chatModel';

/** What a tool answers: entries, and the note, or n8n's words if it fails. */
export interface Answer {
	entries: IDataObject[];
	note: string;
}

export const people = (entries: IDataObject[]) =>
	entries.map(({ start_date, person_name, status }) => `${start_date} ${person_name} ${status}`);

/** A client of the MCP server of the example. */
export async function connectMcp({ url }: Instance, bearer: string): Promise<Client> {
	const { cert } = await loopbackCertificate();
	setDefaultCACertificates([...getCACertificates(), cert]);
	const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
	const client = new Client({ name: 'test', version: '1.0.0' });
	const address = new URL('mcp/appointments', `${url}/`);
	await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
	return client;
}

/** An assistant that speaks MCP. */
export async function assistant(n8n: Instance, bearer: string) {
	// n8n registers the address after it has answered.
	const client = await eventually(async () => await connectMcp(n8n, bearer));
	const call = async (name: string, args: IDataObject): Promise<Answer> => {
		const text = await client.callTool({ name, arguments: args }).then(
			({ content }) => (content as Array<{ text: string }>).map((part) => part.text).join('\n'),
			(error: Error) => error.message,
		);
		return answerIn(text);
	};
	return { call, close: async () => await client.close() };
}

function answerIn(text: string): Answer {
	if (!text.startsWith('[')) return { entries: [], note: text };
	const all = JSON.parse(text) as IDataObject[];
	return {
		entries: all.filter(({ note }) => note === undefined),
		note: String(all.at(-1)?.note ?? ''),
	};
}

/** Sends a message to the example's agent. Returns what its model was told, and what tools answered it. */
export async function askAgent(
	n8n: Instance,
	id: string,
	model: ChatModel,
	moves: Move[],
): Promise<{ system: string; answers: Answer[] }> {
	model.requests.length = 0;
	model.script.splice(0, Infinity, ...moves);
	const { nodes } = await n8n.api.getWorkflow(id);
	const { webhookId } = nodes.find(({ name }) => name === 'Chat')!;
	const body = { action: 'sendMessage', sessionId: randomUUID(), chatInput: 'Hello' };
	await request(n8n.webhookUrl(`${webhookId}/chat`), { method: 'POST', body });
	await eventually(() => expect(model.script).toEqual([]));
	const [system] = model.requests[0]!.messages;
	return { system: system!.content, answers: model.toolAnswers().map(answerIn) };
}
