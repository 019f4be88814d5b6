import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import {
	packTarball,
	runAction,
	startN8n,
	temporaryFolder,
	type Action,
	type N8n,
} from '../../test/n8n/harness';
import { credentialOf, startService, type Service, type ServiceOptions } from '../../test/stand-in';

/** n8n with the packed package, and with the trigger of `forward/`. */
export interface Stage {
	n8n: N8n;
	tarball: string;
}

export async function startStage(): Promise<Stage> {
	const tarball = await packTarball();
	const folder = temporaryFolder('n8n-bench');
	const installed = join(folder, '.n8n/nodes/node_modules/n8n-nodes-forward');
	await cp(join(__dirname, 'forward'), installed, { recursive: true });
	const env = { NODE_OPTIONS: `--require ${join(__dirname, 'stretches.cjs')}` };
	return { n8n: await startN8n({ packageTarball: tarball, folder, env }), tarball };
}

/** A node to be measured. */
export type Contender = Pick<Action, 'parameters' | 'type' | 'typeVersion' | 'onError'>;

/** One run of one node, as n8n and the service saw it. */
export interface Run {
	tookMs: number;
	/** Items answered with what they asked for, in their place. */
	right: number;
	/** Different appointments. */
	appointments: number;
	refused: number;
}

export const took = ({ tookMs }: Run) => tookMs;

/** A service for a measurement, and its credential in n8n. */
export interface Served {
	service: Service;
	credentialId: string;
	/** Runs the node once over the items. */
	run(contender: Contender, items: IDataObject[]): Promise<Run>;
}

/** Measures with a service of its own. */
export async function withService<T>(
	{ n8n }: Stage,
	settings: ServiceOptions,
	appointments: number,
	measure: (served: Served) => Promise<T>,
): Promise<T> {
	const service = await startService(settings);
	// From tomorrow on, so that Each Change knows them.
	const start = Date.now() + 86_400_000;
	service.seed(appointments, (index) => ({
		start_date: new Date(start + index * 60_000).toISOString(),
	}));
	const credentialId = await n8n.api.createCredential(credentialOf(service));
	const run: Served['run'] = async (contender, items) => {
		service.requests.clear();
		const action = { ...contender, credentialId, items };
		const { tookMs, output, error } = await runAction(n8n, action);
		if (error) throw new Error(`The measured node ended with ${error.message}`);
		const rows = output.flatMap((json) => (json.results as IDataObject[] | undefined) ?? [json]);
		const keys = rows.flatMap(({ appointment_key: key = null }) => key);
		return {
			tookMs,
			right: keys.filter((key, index) => key !== null && key === items[index]?.key).length,
			appointments: new Set(keys.filter((key) => key !== null)).size,
			refused: service.requests.entries.filter(({ status }) => status === 429).length,
		};
	};
	try {
		return await measure({ service, credentialId, run });
	} finally {
		await service.stop();
	}
}
