import { sleep, type IWebhookFunctions, type IWebhookResponseData } from 'n8n-workflow';

/** The response to a delivery that does not run. If it is not 2xx, the service may redeliver it. */
export interface Verdict {
	status: number;
	message: string;
}

/** The same for every event, so that a sender learns nothing about appointments. */
export const acknowledge: Verdict = { status: 200, message: 'Received' };

const STEP_MS = 2_000;

/** What the sender of a delivery gets, and when. Nothing else writes a response. */
export class Reply {
	private readonly arrivedAt = performance.now();
	private due: Promise<void> | undefined;
	/** Whether the sender has its response, while the API is still being asked. */
	isSent = false;

	/** @param isTimed whether the time of the response must not show what the API knows */
	constructor(
		private readonly context: IWebhookFunctions,
		readonly isTimed: boolean,
	) {}

	/** Waits until two seconds after the arrival, or four, six and so on. */
	async untilDue(): Promise<void> {
		if (!this.isTimed) return;
		const elapsed = performance.now() - this.arrivedAt;
		this.due ??= sleep(STEP_MS - (elapsed % STEP_MS));
		await this.due;
	}

	/** Without a run. */
	async refuse({ status, message }: Verdict): Promise<IWebhookResponseData> {
		if (status === 200 || status === 503) await this.untilDue();
		if (this.isSent) return { noWebhookResponse: true };
		if (status === 200) return { webhookResponse: { message } };
		this.context.getResponseObject().status(status).json({ message });
		return { noWebhookResponse: true };
	}

	/** What n8n sends once it has created the execution or, with When Finished, that has succeeded. */
	accept(): IWebhookResponseData {
		return this.isSent
			? { noWebhookResponse: true }
			: { webhookResponse: { message: acknowledge.message } };
	}

	/** The event may still run. */
	async sendEarly(): Promise<void> {
		if (!this.isTimed || this.isSent) return;
		await this.untilDue();
		const { status, message } = acknowledge;
		this.context.getResponseObject().status(status).json({ message });
		this.isSent = true;
	}
}
