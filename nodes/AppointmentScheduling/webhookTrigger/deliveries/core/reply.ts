import {
	sleep,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

/** The response to a delivery. If it is not 2xx, the service may redeliver it. */
export interface Verdict {
	status: number;
	message: string;
}

/** The same for every event, so that a sender learns nothing about appointments. */
export const acknowledge: Verdict = { status: 200, message: 'Received' };

/** The sender gets a response within this time, so that it does not time out. */
const LONGEST_MS = 10_000;
/** If the sender has its response already, an event may take longer. */
const LONGEST_AFTERWARDS_MS = 70_000;
const STEP_MS = 2_000;

/** What the sender of a delivery gets, and when. Nothing else writes a response. */
export class Reply {
	private readonly arrivedAt = performance.now();
	private longestMs = LONGEST_MS;
	/** Whether the sender has it, while the API is still being asked. */
	isSent = false;

	/** @param isTimed whether its time must not show what the API knows */
	constructor(
		private readonly context: IWebhookFunctions,
		private readonly isTimed: boolean,
	) {}

	/** In ms. */
	get timeLeft(): number {
		return Math.max(0, this.arrivedAt + this.longestMs - performance.now());
	}

	/** The API is asked for longer, because nobody waits for it any more. */
	prolong(): void {
		this.longestMs = LONGEST_AFTERWARDS_MS;
	}

	/** @param workflowData what the run gets, if there is one */
	async send(
		{ status, message }: Verdict,
		workflowData?: INodeExecutionData[][],
	): Promise<IWebhookResponseData> {
		if (status === acknowledge.status || status === 503) await this.untilDue();
		if (this.isSent) return { workflowData, noWebhookResponse: true };
		// n8n sends it once it has created the execution or, with When Finished, that has succeeded.
		if (status === acknowledge.status) return { workflowData, webhookResponse: { message } };
		this.write({ status, message });
		return { noWebhookResponse: true };
	}

	/** Acknowledges an event that may still run, if the response is due within so many ms. */
	async sendWithin(ms: number): Promise<void> {
		if (!this.isTimed || this.isSent || ms < this.untilDueMs) return;
		await this.untilDue();
		this.write(acknowledge);
		this.isSent = true;
	}

	/** Two seconds after the arrival, or four, six and so on. */
	private get untilDueMs(): number {
		return STEP_MS - ((performance.now() - this.arrivedAt) % STEP_MS);
	}

	private async untilDue(): Promise<void> {
		if (this.isTimed && !this.isSent) await sleep(this.untilDueMs);
	}

	private write({ status, message }: Verdict): void {
		this.context.getResponseObject().status(status).json({ message });
	}
}
