import type { N8n } from '../../../test/n8n/harness';
import type { Mail } from '../../../test/n8n/support/mailbox';
import { causesOfMails, type Cause } from './causes';
import type { Editor } from './state';

/** n8n stores the end of an execution some time after it has sent a mail. */
const LOOK_EVERY_MS = 1_000;
const PATIENCE_MS = 60_000;

/** Without the API of n8n, the page only shows where the editor is. */
export type Shown = Pick<N8n, 'url' | 'account'> & Partial<Pick<N8n, 'api'>>;

/** What the page knows of n8n: where its editor is, and its mails. */
export class N8nSide {
	private n8n: Shown | undefined;
	private causes = new Map<string, Cause>();
	private lookedUpAt = 0;

	/** @param received the mails that n8n has sent, which grow */
	constructor(private readonly received: readonly Mail[]) {}

	show(n8n: Shown): void {
		this.n8n = n8n;
	}

	get editor(): Editor | undefined {
		if (!this.n8n) return undefined;
		const { url, account } = this.n8n;
		return { url, email: account.email, password: account.password };
	}

	/** The mails that n8n has sent, the oldest first, and why. */
	get mails(): Array<Mail & Partial<Cause>> {
		return this.received.map((mail) => ({ ...mail, ...this.causes.get(mail.id) }));
	}

	/** Asks n8n why it has sent the mails that are new. */
	async lookUpMails(): Promise<void> {
		const now = Date.now();
		const isNew = ({ id, receivedAt }: Mail) =>
			!this.causes.has(id) && now - receivedAt < PATIENCE_MS;
		const { api } = this.n8n ?? {};
		if (!api || now - this.lookedUpAt < LOOK_EVERY_MS || !this.received.some(isNew)) return;
		this.lookedUpAt = now;
		const causes = await causesOfMails(api).catch(() => new Map<string, Cause>());
		this.causes = new Map([...this.causes, ...causes]);
	}
}
