import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sink } from '../../n8n/support/sink';
import type { Notification } from '../../stand-in';

/** The end of the workflows under test: counts runs by appointment, where n8n can't forget them. */
export class Runs implements Sink {
	/** How long a run takes at least. */
	lengthMs = 0;
	/** Appointments whose next run fails at its last node. */
	readonly failing = new Set<string>();
	readonly received: Notification[] = [];
	private readonly server = createServer((request, response) => {
		let text = '';
		request.setEncoding('utf8');
		request.on('data', (chunk: string) => (text += chunk));
		request.on('end', () => {
			const item = JSON.parse(text) as Notification;
			const key = String(item.data?.appointment_key);
			this.received.push(item);
			const status = this.failing.delete(key) ? 500 : 200;
			void sleep(this.lengthMs).then(() =>
				response.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
			);
		});
	});

	async start(): Promise<this> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		return this;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((closed) => this.server.close(closed));
	}

	/** How often the appointment's event has run. */
	of(key: string): number {
		return this.about(key).length;
	}

	/** What the last run of the appointment's event was given. */
	last(key: string): Notification | undefined {
		return this.about(key).at(-1);
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

	private about(key: string): Notification[] {
		return this.received.filter(({ data }) => data?.appointment_key === key);
	}
}
