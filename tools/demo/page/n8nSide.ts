import { request, type N8n } from '../../../test/n8n/harness';
import type { Service } from '../../../test/stand-in';
import type { Editor } from './state';

/** A time at which a calendar has no appointment, as wall clock of the service. */
interface FreeTime {
	start: string;
	end: string;
}

/** Without the API of n8n, the page only shows where the editor is. */
export type Shown = Pick<N8n, 'url' | 'account'> & Partial<Pick<N8n, 'api' | 'webhookUrl'>>;

/** What the page knows of n8n: where its editor is, which workflow has a webhook, and free times. */
export class N8nSide {
	/** The names of workflows, by the URL of their webhook. */
	readonly workflows = new Map<string, string>();
	private n8n: Shown | undefined;
	private lookingUp = false;

	constructor(private readonly service: Service) {}

	show(n8n: Shown): void {
		this.n8n = n8n;
	}

	get editor(): Editor | undefined {
		if (!this.n8n) return undefined;
		const { url, account } = this.n8n;
		return { url, email: account.email, password: account.password };
	}

	/** Asks n8n for the names of workflows whose webhook is new. */
	async lookUpWorkflows(): Promise<void> {
		const urls = this.service.webhooks.list().map(({ url }) => url);
		const { api } = this.n8n ?? {};
		if (!api || this.lookingUp || urls.every((url) => this.workflows.has(url))) return;
		this.lookingUp = true;
		try {
			for (const { name, nodes } of await api.workflows()) {
				const ids = nodes.flatMap(({ webhookId }) => webhookId ?? []);
				const own = urls.filter((url) => ids.some((id) => url.includes(`/${id}/`)));
				for (const url of own) this.workflows.set(url, name);
			}
		} catch {
			// n8n is ending. The page then shows no name.
		} finally {
			this.lookingUp = false;
		}
	}

	/** The free times of a calendar, which the workflow "Free times" computes. */
	async freeTimes(calendar: string): Promise<FreeTime[]> {
		const { n8n } = this;
		const url = n8n?.webhookUrl?.('free-times');
		if (!url) return [];
		const answer = await request(url, { method: 'POST', body: { calendar } });
		if (answer.status !== 200 || !Array.isArray(answer.json)) return [];
		const wall = (iso: unknown) => this.service.zone.wall(Date.parse(String(iso)));
		return (answer.json as Array<Record<string, unknown>>)
			.filter(({ start_date }) => start_date !== undefined)
			.map(({ start_date, end_date }) => ({ start: wall(start_date), end: wall(end_date) }));
	}
}
