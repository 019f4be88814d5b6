import { setTimeout as sleep } from 'node:timers/promises';
import type { ServedRequest } from '../operations';
import type { Service } from '../service';
import { handle, isAuthorized } from './backend';
import type { MetFault } from './faults';
import { Quota } from './quota';
import { Refusal, unknownAddress, type Answer } from './refusal';

/** What stands between a request and its answer: faults, overload, the quota, latency, failures. */
export class Weather {
	private serving = 0;
	private working = 0;
	private readonly waiting: Array<() => void> = [];
	private served = 0;
	private readonly quota = new Quota();

	constructor(
		private readonly service: Service,
		private readonly prefix: string,
	) {}

	async answer(request: ServedRequest, fault: MetFault | undefined): Promise<Answer> {
		const { settings } = this.service;
		if (fault?.kind === 'respond') return fault;
		if (this.serving >= settings.capacity)
			return new Refusal(settings.overloaded, 'The service is overloaded.').answer;
		if (!request.path.startsWith(`${this.prefix}/`)) return unknownAddress;
		this.serving++;
		try {
			const path = request.path.slice(this.prefix.length);
			return await this.inTurn({ ...request, path }, fault);
		} finally {
			this.serving--;
		}
	}

	/** What is refused because of the token or the quota does not count. */
	private async inTurn(request: ServedRequest, fault: MetFault | undefined): Promise<Answer> {
		const { service } = this;
		const { quota, clockAhead, latency, workers, failEvery } = service.settings;
		const call = { request, service };
		const turn = isAuthorized(call) ? this.quota.take(quota, clockAhead) : undefined;
		if (turn?.isRefused) {
			const words = `Request was throttled. Expected available in ${turn.retryAfter} seconds.`;
			const headers = { ...turn.headers, 'retry-after': String(turn.retryAfter) };
			return new Refusal(429, words, headers).answer;
		}
		if (latency > 0) await this.work(latency, workers);
		if (fault?.kind === 'hold') await fault.removed;
		if (failEvery > 0 && ++this.served % failEvery === 0)
			return new Refusal(503, 'The service stumbled.', turn?.headers).answer;
		const answer = await handle(call);
		return turn ? { ...answer, headers: { ...turn.headers, ...answer.headers } } : answer;
	}

	/** The request waits until a worker is free, which then takes so many milliseconds. */
	private async work(latency: number, workers: number): Promise<void> {
		while (this.working >= workers) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		this.working++;
		await sleep(latency);
		this.working--;
		this.waiting.shift()?.();
	}
}
