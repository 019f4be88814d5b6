import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import {
	actionNodeType,
	credentialType,
	packageName,
	pollingTriggerNodeType,
	triggerNodeType,
} from '../harness';
import { root } from '../harness/paths';
import { useSharedN8n } from '../support/fixture';

interface Described {
	name: string;
	displayName: string;
	iconUrl?: string | { light: string; dark: string };
	codex?: { categories: string[]; resources: object };
	properties: INodeProperties[];
	usableAsTool?: boolean;
	supportedNodes?: string[];
}

const fixture = useSharedN8n();
/** A file that the editor loads. */
const served = async <T>(path: string) => {
	const answer = await fixture.n8n.api.file(path);
	expect(answer.status).toBe(200);
	return (answer.json ?? answer.text) as T;
};

describe('what the editor loads', () => {
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};

	test('every node of the package, with icons and codex', async () => {
		const nodes = (await served<Described[]>('types/nodes.json')).filter(({ name }) =>
			name.startsWith(`${packageName}.`),
		);

		const names = manifest.n8n.nodes.map((file) => /(\w+)\.node\.js$/.exec(file)![1]!);
		const own = nodes.filter(({ name }) => !name.endsWith('Tool'));
		expect(own.map(({ name }) => name.split('.')[1]!.toLowerCase()).sort()).toEqual(
			names.map((name) => name.toLowerCase()).sort(),
		);
		for (const { iconUrl, codex } of nodes) {
			expect(codex!.categories.length).toBeGreaterThan(0);
			expect(codex!.resources).toHaveProperty('primaryDocumentation');
			for (const url of Object.values(iconUrl as { light: string; dark: string })) {
				expect(await served<string>(url)).toContain('<svg');
			}
		}
		expect(nodes.filter(({ name }) => name.endsWith('Tool')).map(({ name }) => name)).toEqual([
			`${actionNodeType}Tool`,
		]);
	});

	test('the fields of every operation, and of the triggers', async () => {
		const folder = join(root, 'nodes/AppointmentScheduling/__schema__');
		const written = (file: string) =>
			JSON.parse(readFileSync(join(folder, file), 'utf8')) as object;
		const operations = globSync('v1.0.0/*/*.json', { cwd: folder });
		expect(operations.length).toBeGreaterThan(0);
		for (const file of operations) {
			expect(await served(`schemas/${actionNodeType}/${file.slice(1)}`)).toEqual(written(file));
		}
		// n8n 2.40 shows none of a trigger.
		for (const type of [triggerNodeType, pollingTriggerNodeType]) {
			expect(await served(`schemas/${type}/1.0.0.json`)).toEqual(written('v1.0.0.json'));
		}
	});

	test('the credential with its icon, for the nodes and the HTTP Request node', async () => {
		const credentials = await served<Described[]>('types/credentials.json');
		const own = credentials.find(({ name }) => name === credentialType)!;

		expect(own).toMatchObject({ displayName: 'Appointment Scheduling API', authenticate: {} });
		expect(own.supportedNodes).toEqual(expect.arrayContaining([actionNodeType, triggerNodeType]));
		const { light } = own.iconUrl as { light: string; dark: string };
		expect(await served<string>(light)).toContain('<svg');
	});
});
