import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { startStandIn } from '../../../tools/demo/standIn';
import {
	actionNodeType,
	PATIENCE_MS,
	type Instance,
	type NodeDraft,
	type StoredWorkflow,
	type Workflow,
} from '../../n8n/harness';
import { browserId } from '../../n8n/harness/api/session';
import { sharedN8n } from '../../n8n/harness/shared';
import { credentialOf, type Service } from '../../stand-in';
import { startBrowser } from './browser';

export const start: NodeDraft = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
export const after: NodeDraft = { name: 'After', type: 'n8n-nodes-base.set', typeVersion: 3.4 };

const cookie = { path: '/', expires: -1, httpOnly: true, secure: true, sameSite: 'Lax' } as const;

/** n8n's editor in a browser, signed in, next to the stand-in. */
export class Editor {
	n8n!: Instance;
	service!: Service;
	tab!: Page;
	credentialId!: string;

	/** What has this `data-test-id`, by which n8n's own tests find things too. */
	find(testId: string): Locator {
		return this.tab.locator(`[data-test-id="${testId}"]`);
	}

	async shows(testId: string, text: string): Promise<void> {
		await this.find(testId).getByText(text).first().waitFor();
	}

	/** A list may scroll what is outside of it away: what is in the document counts. */
	async holds(testId: string, text: string): Promise<void> {
		await this.find(testId).getByText(text).first().waitFor({ state: 'attached' });
	}

	draft(name: string, parameters: NodeDraft['parameters'], type = actionNodeType): NodeDraft {
		return { name, type, credentialId: this.credentialId, parameters };
	}

	node(name: string): Locator {
		return this.tab.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Shows a workflow on the canvas. */
	async open(workflow: Workflow): Promise<StoredWorkflow> {
		const stored = await this.n8n.api.createWorkflow(workflow);
		await this.goTo(`/workflow/${stored.id}`);
		await this.node(workflow.nodes.at(-1)!.name).waitFor();
		return stored;
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.find('ndv').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.find('ndv-close-button').click();
		await this.find('ndv').waitFor({ state: 'hidden' });
	}

	async publish(): Promise<void> {
		await this.find('workflow-open-publish-modal-button').click();
		await this.find('workflow-publish-button').click();
	}

	/** n8n's pages go on loading things that no test waits for. */
	async goTo(path: string): Promise<void> {
		await this.tab.goto(`${this.n8n.url}${path}`, { waitUntil: 'commit' });
	}

	/** A picture for README.md or docs/, only in `npm run screenshots`. */
	async picture(name: string, what?: Locator): Promise<void> {
		const folder = process.env.PICTURES;
		if (!folder) return;
		await this.tab.evaluate(
			'Promise.all(document.getAnimations().filter(({ effect }) => effect.getTiming().iterations !== Infinity).map(({ finished }) => finished.catch(() => {})))',
		);
		// They float, and half of them would be in a picture of the canvas.
		const style = '.tab-bar-container { visibility: hidden }';
		await (what ?? this.tab).screenshot({ path: join(folder, `${name}.png`), style });
	}
}

/** Starts what the file needs besides the shared n8n, and stops it afterwards. */
export function useEditor(): Editor {
	const editor = new Editor();
	let browser: Browser | undefined;
	beforeAll(async () => {
		[editor.n8n, editor.service, browser] = await Promise.all([
			sharedN8n(),
			startStandIn(),
			startBrowser(),
		]);
		const { api, url } = editor.n8n;
		editor.credentialId = await api.createCredential(credentialOf(editor.service));
		const [name = '', value = ''] = (await api.session()).split(/=(.*)/s);
		editor.tab = await browser.newPage({
			viewport: { width: 1360, height: 860 },
			// Signed in, as the browser whose session this is.
			storageState: {
				cookies: [{ ...cookie, name, value, domain: new URL(url).hostname }],
				origins: [{ origin: url, localStorage: [{ name: 'n8n-browserId', value: browserId }] }],
			},
		});
		editor.tab.setDefaultTimeout(PATIENCE_MS);
	});
	afterAll(async () => {
		await browser?.close();
		await editor.service?.stop();
	});
	return editor;
}
