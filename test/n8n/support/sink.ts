import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NodeDraft } from '../harness';

/** Takes what an HTTP Request node sends, so that runs count even where n8n forgets them. */
export interface Sink {
	url: string;
	/** Every body received, in the order of arrival. */
	received: unknown[];
	stop(): Promise<void>;
}

/** A sink that takes its time, so that runs are in progress. */
export interface SlowSink extends Sink {
	underWay: number;
	/** Responds to what it holds. */
	release(): void;
}

/** @param takesMs how long each run is held; Infinity until `release` */
export async function startSink(takesMs = 0): Promise<SlowSink> {
	const received: unknown[] = [];
	const held = new Set<() => void>();
	const release = () => {
		for (const respond of held) respond();
		held.clear();
	};
	const sink = { received, underWay: 0, release };
	const server = createServer((request, response) => {
		let text = '';
		request.setEncoding('utf8');
		request.on('data', (chunk: string) => (text += chunk));
		request.on('end', () => {
			received.push(JSON.parse(text));
			sink.underWay += 1;
			response.on('close', () => (sink.underWay -= 1));
			const respond = () => {
				response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
			};
			if (takesMs === Infinity) held.add(respond);
			else setTimeout(respond, takesMs);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return Object.assign(sink, {
		url: `http://127.0.0.1:${port}/`,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	});
}

/** The node that tells the sink about each item it gets. */
export function tellSink(sink: Sink, name = 'Tell'): NodeDraft {
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: sink.url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify($json) }}',
			options: {},
		},
	};
}
