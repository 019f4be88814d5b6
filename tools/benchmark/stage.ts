import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import {
	chain,
	packTarball,
	startN8n,
	temporaryFolder,
	type N8n,
	type NodeDraft,
} from '../../test/n8n/harness';
import { clockType, installPeers } from './peers';
import type { StandIn } from './standIn';

/** One run of one node, as n8n and the service saw it. */
export interface Run {
	tookMs: number;
	/** Items answered with what they asked for, in their place. */
	right: number;
	appointments: number;
	refused: number;
}

export const took = ({ tookMs }: Run) => tookMs;

/** A node to be measured, with the credential that it is to use. */
export type Contender = Omit<NodeDraft, 'name'>;

/** One n8n with the packed package and the nodes to compare with. */
export class Stage {
	private readonly paths = new Map<string, string>();
	private readonly credentials = new Map<StandIn, string>();

	private constructor(
		readonly n8n: N8n,
		readonly tarball: string,
	) {}

	static async start(): Promise<Stage> {
		const tarball = await packTarball();
		const folder = temporaryFolder('n8n-bench');
		installPeers(folder);
		return new Stage(await startN8n({ packageTarball: tarball, folder }), tarball);
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
	}

	async credentialFor(service: StandIn): Promise<string> {
		const known = this.credentials.get(service);
		if (known) return known;
		const id = await this.n8n.api.createCredential({
			baseUrl: service.baseUrl,
			accessToken: service.token,
			webhookAuthScheme: 'Bearer',
			arrayFormat: 'repeat',
			timezone: 'Europe/Madrid',
		});
		this.credentials.set(service, id);
		return id;
	}

	/** Runs the node once over the items, between two clocks. */
	async run(service: StandIn, contender: Contender, items: IDataObject[]): Promise<Run> {
		const credentialId = await this.credentialFor(service);
		const path = await this.pathOf({ ...contender, credentialId });
		await service.speak();
		const answer = await this.n8n.http.request(this.n8n.webhookUrl(path), {
			method: 'POST',
			body: { items },
			timeoutMs: 600_000,
		});
		if (answer.status !== 200) throw new Error(`${contender.type} ended with ${answer.text}`);
		return {
			...(answer.json as Pick<Run, 'tookMs' | 'right' | 'appointments'>),
			refused: await service.speak(),
		};
	}

	private async pathOf(contender: Contender): Promise<string> {
		const name = JSON.stringify(contender);
		const known = this.paths.get(name);
		if (known) return known;
		const path = randomUUID();
		const call = { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} };
		const drafts: NodeDraft[] = [
			{ name: 'Call', type: 'n8n-nodes-base.webhook', typeVersion: 2, parameters: call },
			{ name: 'Start', type: clockType, parameters: { at: 'start' } },
			{ ...contender, name: 'Measured' },
			{ name: 'End', type: clockType, parameters: { at: 'end' } },
		];
		const settings = { saveDataSuccessExecution: 'none' };
		const { id } = await this.n8n.api.createWorkflow(chain('Measured', drafts, settings));
		await this.n8n.api.activate(id);
		this.paths.set(name, path);
		return path;
	}
}
