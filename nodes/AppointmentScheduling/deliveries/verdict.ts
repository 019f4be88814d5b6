import type { Delivery } from './delivery';

/** What becomes of a delivery that does not run. */
export type Verdict =
	/** Anything but 2xx: the service may redeliver it. */
	| { verdict: 'refuse'; status: number; message: string }
	/** Received, without a run. */
	| { verdict: 'acknowledge' };

/** Answers one question about a delivery: a verdict, or the delivery to go on with. What passes all runs. */
export type Check = (delivery: Delivery) => Verdict | Delivery | Promise<Verdict | Delivery>;

export const refuse = (status: number, message: string): Verdict => ({
	verdict: 'refuse',
	status,
	message,
});

export const acknowledge: Verdict = { verdict: 'acknowledge' };
