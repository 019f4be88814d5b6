import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { startStandIn } from '../../../tools/demo/standIn';
import {
	actionNodeType,
	packTarball,
	startN8n,
	type N8n,
	type NodeDraft,
	type StoredWorkflow,
	type Workflow,
} from '../../n8n/harness';
import { credentialOf, type Service } from '../../stand-in';
import { startBrowser } from './browser';

export const PATIENCE_MS = 90_000;

export const start: NodeDraft = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
export const after: NodeDraft = { name: 'After', type: 'n8n-nodes-base.set', typeVersion: 3.4 };

/** The editor of one n8n in a browser, signed in, next to the stand-in. */
export class Editor {
	n8n!: N8n;
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

	action(name: string, parameters: NodeDraft['parameters']): NodeDraft {
		return { name, type: actionNodeType, credentialId: this.credentialId, parameters };
	}

	trigger(type: string, parameters: NodeDraft['parameters']): NodeDraft {
		return { name: 'Trigger', type, credentialId: this.credentialId, parameters };
	}

	node(name: string): Locator {
		return this.tab.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** The field of a parameter. */
	field(name: string): Locator {
		return this.find(`parameter-input-${name}`).locator('input').first();
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

	/** Adds an option or a filter. */
	async add(name: string): Promise<void> {
		await this.find('collection-parameter-add').first().click();
		await this.find('collection-parameter-option').getByText(name, { exact: true }).click();
		await this.find('ndv').getByText(name, { exact: true }).first().waitFor();
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
		await (what ?? this.tab).screenshot({ path: join(folder, `${name}.png`) });
	}

	async signIn(): Promise<void> {
		const { email, password } = this.n8n.account;
		await this.goTo('/signin');
		await this.tab.locator('input[name="emailOrLdapLoginId"]').fill(email);
		await this.tab.locator('input[name="password"]').fill(password);
		await this.tab.keyboard.press('Enter');
		await this.tab.waitForURL(({ pathname }) => !pathname.startsWith('/signin'), {
			waitUntil: 'commit',
		});
	}
}

/** Starts all of it before the tests of the file, and stops it afterwards. */
export function useEditor(): Editor {
	const editor = new Editor();
	const closers: Array<() => Promise<void>> = [];
	beforeAll(async () => {
		const packageTarball = await packTarball();
		editor.service = await startStandIn();
		closers.unshift(async () => await editor.service.stop());
		editor.n8n = await startN8n({ packageTarball, editor: true });
		closers.unshift(async () => await editor.n8n.stop());
		const browser = await startBrowser();
		closers.unshift(async () => await browser.close());
		editor.credentialId = await editor.n8n.api.createCredential(credentialOf(editor.service));
		editor.tab = await browser.newPage({
			ignoreHTTPSErrors: true,
			viewport: { width: 1360, height: 860 },
		});
		editor.tab.setDefaultTimeout(PATIENCE_MS);
		await editor.signIn();
	});
	afterAll(async () => {
		for (const close of closers) await close();
	});
	return editor;
}
