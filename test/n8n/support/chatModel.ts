import { serveJson } from './jsonServer';

/** What the model does next: it calls a tool, maybe with what tools have answered, or says something. */
export type Move =
	{ call: string; with: object | ((answers: string[]) => object) } | { say: string };

interface Message {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content: string;
}

interface Tool {
	function: { name: string; parameters: { properties: object } };
}

export type ChatModel = Awaited<ReturnType<typeof startChatModel>>;

/** Stands in for a chat model: takes the requests of OpenAI's API and plays a script. */
export async function startChatModel() {
	/** The coming moves, the next one first. */
	const script: Move[] = [];
	/** What it was sent, each request with the whole conversation. */
	const requests: Array<{ messages: Message[]; tools?: Tool[] }> = [];
	const { url, stop } = await serveJson((body, respond) => {
		requests.push(body as (typeof requests)[number]);
		const move = script.shift() ?? { say: 'I have nothing to say.' };
		respond(completion(move, requests.length, toolAnswers()));
	});
	/** What the tools of this conversation answered it. */
	const toolAnswers = () =>
		(requests.at(-1)?.messages ?? [])
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => content);
	/** What a tool asks it for. */
	const argumentsOf = (name: string) => {
		const tool = requests.at(-1)?.tools?.find(({ function: { name: own } }) => own === name);
		return Object.keys(tool?.function.parameters.properties ?? {});
	};
	return { url: `${url}v1`, script, requests, toolAnswers, argumentsOf, stop };
}

function completion(move: Move, number: number, answers: string[]): object {
	const calls = 'call' in move;
	const given = calls && (typeof move.with === 'function' ? move.with(answers) : move.with);
	const message = calls
		? {
				role: 'assistant',
				content: null,
				tool_calls: [
					{
						id: `call_${number}`,
						type: 'function',
						function: { name: move.call, arguments: JSON.stringify(given) },
					},
				],
			}
		: { role: 'assistant', content: move.say };
	return {
		id: `chatcmpl-${number}`,
		object: 'chat.completion',
		created: Math.floor(Date.now() / 1000),
		model: 'stand-in',
		choices: [{ index: 0, message, finish_reason: calls ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
