import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LivePackage } from '../../../tools/demo/dev/livePackage';
import { actionNodeType, startN8n, temporaryFolder, type N8n } from '../harness';
import { root } from '../harness/paths';
import { eventually } from '../support/events';

const PATIENCE_MS = 120_000;
jest.setTimeout(3 * PATIENCE_MS);

const sources = temporaryFolder('dev-sources');
const rebuilt: string[] = [];
const objections: string[] = [];
let live: LivePackage;
let n8n: N8n;

beforeAll(async () => {
	for (const name of ['nodes', 'credentials', 'package.json', 'tsconfig.json']) {
		cpSync(join(root, name), join(sources, name), { recursive: true });
	}
	symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'));
	const folder = temporaryFolder('dev');
	const report = {
		rebuilt: (files: string[]) => rebuilt.push(...files),
		objection: (line: string) => objections.push(line),
	};
	live = new LivePackage(folder, report, sources);
	await live.start();
	const env = { NODE_ENV: 'development', N8N_DEV_RELOAD: 'true' };
	n8n = await startN8n({ folder, editor: true, https: false, env });
});
afterAll(async () => {
	live?.stop();
	await n8n?.stop();
});

/** Replaces a text in a source, as somebody who edits it does. */
function edit(file: string, from: string, to: string): void {
	const path = join(sources, 'nodes/AppointmentScheduling', file);
	const text = readFileSync(path, 'utf8');
	expect(text).toContain(from);
	writeFileSync(path, text.replaceAll(from, to));
}

test('a changed label and a changed search term show in n8n without a restart', async () => {
	/** The node as the editor loads it. A read while n8n writes this file anew breaks off. */
	const described = async () => {
		const answer = await n8n.api.file('types/nodes.json').catch(() => undefined);
		const nodes = (answer?.json ?? []) as Array<{ name: string }>;
		return JSON.stringify(nodes.find(({ name }) => name === actionNodeType) ?? {});
	};
	const shows = async (text: string) =>
		await eventually(async () => expect(await described()).toContain(text), PATIENCE_MS);
	await shows('Appointment Scheduling');
	expect(await described()).not.toMatch(/Brand New Label|brand new search term/);

	edit(
		'AppointmentScheduling.node.ts',
		"displayName: 'Appointment Scheduling'",
		"displayName: 'Brand New Label'",
	);
	await shows('Brand New Label');
	expect(rebuilt).toContain('nodes/AppointmentScheduling/AppointmentScheduling.node.js');

	edit('AppointmentScheduling.node.json', '"alias": [', '"alias": ["brand new search term",');
	await shows('brand new search term');
	expect(objections).toEqual([]);
});
