import type { Delivery } from './delivery';

/** What happens to a delivery that does not run. */
export type Verdict =
	/** Responds with another status than 2xx, so the service may redeliver it. */
	| { verdict: 'refuse'; status: number; message: string }
	/** Responds with 200, without a run. */
	| { verdict: 'acknowledge' };

/** Answers one question about a delivery: a verdict, or the delivery for the next check. */
export type Check = (delivery: Delivery) => Verdict | Delivery | Promise<Verdict | Delivery>;

export const refuse = (status: number, message: string): Verdict => ({
	verdict: 'refuse',
	status,
	message,
});

export const acknowledge: Verdict = { verdict: 'acknowledge' };
