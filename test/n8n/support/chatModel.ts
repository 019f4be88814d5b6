import type { N8nApi } from '../harness';
import { serveJson } from './jsonServer';

/** What the model does next: it calls a tool or says something. */
export type Move = { call: string; with: object } | { say: string };

interface Message {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content: string;
}

export type ChatModel = Awaited<ReturnType<typeof startChatModel>>;

/** Stands in for a chat model: takes the requests of OpenAI's API and plays a script. */
export async function startChatModel(api: N8nApi) {
	/** The coming moves, the next one first. */
	const script: Move[] = [];
	/** What it was sent, each request with the whole conversation. */
	const requests: Array<{ messages: Message[] }> = [];
	const { url, stop } = await serveJson((body, respond) => {
		requests.push(body as (typeof requests)[number]);
		const move = script.shift() ?? { say: 'I have nothing to say.' };
		respond(completion(move, requests.length));
	});
	/** What the tools of this conversation answered it. */
	const toolAnswers = () =>
		(requests.at(-1)?.messages ?? [])
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => content);
	const data = { apiKey: 'none', url: `${url}v1` };
	const credentialId = await api.createCredential(data, { type: 'openAiApi' });
	return { credentialId, script, requests, toolAnswers, stop };
}

function completion(move: Move, number: number): object {
	const message =
		'call' in move
			? {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: `call_${number}`,
							type: 'function',
							function: { name: move.call, arguments: JSON.stringify(move.with) },
						},
					],
				}
			: { role: 'assistant', content: move.say };
	return {
		id: `chatcmpl-${number}`,
		object: 'chat.completion',
		created: Math.floor(Date.now() / 1000),
		model: 'stand-in',
		choices: [{ index: 0, message, finish_reason: 'call' in move ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
