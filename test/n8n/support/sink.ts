import type { IDataObject } from 'n8n-workflow';
import type { NodeDraft } from '../harness';
import { serveJson } from './jsonServer';

/** An item of a trigger. */
interface Item {
	event?: string;
	data?: IDataObject;
}

/** The end of workflows under test: takes what an HTTP Request node sends, so that runs count even where n8n forgets them. */
export class Sink {
	url = '';
	stop = async () => {};
	/** Every body that it has answered, in this order: what n8n was killed under does not count. */
	readonly received: Item[] = [];
	/** Runs that wait for `release`. */
	readonly held: Array<() => void> = [];

	/** @param takesMs how long each run is held; Infinity until `release` */
	constructor(public takesMs: number) {}

	/** Responds to what it holds. */
	release(): void {
		for (const end of this.held.splice(0)) end();
	}

	/** How often the appointment's event has run. */
	of(key: string): number {
		return this.received.filter(({ data }) => data?.appointment_key === key).length;
	}

	/** Runs beyond the first of each. */
	surplus(keys: string[]): number {
		return keys.reduce((sum, key) => sum + Math.max(0, this.of(key) - 1), 0);
	}

	missing(keys: string[]): string[] {
		return keys.filter((key) => this.of(key) === 0);
	}

	all(keys: string[]): number {
		return keys.reduce((sum, key) => sum + this.of(key), 0);
	}
}

export async function startSink(takesMs = 0): Promise<Sink> {
	const sink = new Sink(takesMs);
	const served = await serveJson((body, respond, closed) => {
		let isOpen = true;
		void closed.then(() => (isOpen = false));
		const end = () => {
			if (!isOpen) return;
			sink.received.push(body as Item);
			respond({});
		};
		if (sink.takesMs === Infinity) sink.held.push(end);
		else setTimeout(end, sink.takesMs);
	});
	return Object.assign(sink, served);
}

/** The node that tells the sink about each item it gets. */
export const tellSink = ({ url }: Sink): NodeDraft => ({
	name: 'Tell',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify($json) }}',
		options: {},
	},
});
