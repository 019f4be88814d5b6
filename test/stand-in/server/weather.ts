import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../service';
import { handle, isAuthorized } from './backend';
import { Refusal, type Answer } from './refusal';
import type { ServedRequest } from './requests';

const MINUTE = 60_000;

/** What stands between a request and its answer: overload, the quota, latency, failures. */
export class Weather {
	private served = 0;
	private readonly minute = { endsAt: 0, taken: 0 };

	constructor(private readonly service: Service) {}

	/** @param held ends when a request that is held back may go on */
	async answer(request: ServedRequest, held?: Promise<void>): Promise<Answer> {
		const { service } = this;
		const { quota, capacity, latency, failEvery } = service.settings;
		if (service.inFlight.now > capacity)
			return new Refusal(429, 'The service is overloaded.').answer;
		const call = { request, service };
		// What is refused because of the token does not count.
		const isCounted = quota < Infinity && isAuthorized(call);
		const { refusal, headers } = isCounted ? this.take(quota) : {};
		if (refusal) return refusal.answer;
		if (latency > 0) await sleep(latency);
		await held;
		const isFailing = failEvery > 0 && ++this.served % failEvery === 0;
		const answer = isFailing
			? new Refusal(503, 'The service stumbled.').answer
			: await handle(call);
		return { ...answer, headers: { ...headers, ...answer.headers } };
	}

	/** A request comes; one that is refused does not count. */
	private take(quota: number): { refusal?: Refusal; headers: Record<string, string> } {
		const { minute } = this;
		const now = Date.now();
		if (now >= minute.endsAt) Object.assign(minute, { endsAt: now + MINUTE, taken: 0 });
		const isRefused = minute.taken >= quota;
		if (!isRefused) minute.taken += 1;
		const headers = {
			'x-ratelimit-limit': String(quota),
			'x-ratelimit-remaining': String(Math.max(0, quota - minute.taken)),
			'x-ratelimit-reset': String(Math.floor(minute.endsAt / 1000)),
		};
		if (!isRefused) return { headers };
		const seconds = Math.ceil((minute.endsAt - now) / 1000);
		const words = `Request was throttled. Expected available in ${seconds} seconds.`;
		const refusal = new Refusal(429, words, { ...headers, 'retry-after': String(seconds) });
		return { refusal, headers };
	}
}
