import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const packageName = 'n8n-nodes-bench-peers';
const sources = join(__dirname, 'peers');

export const forwardType = `${packageName}.forward`;
export const clockType = `${packageName}.clock`;

/** Builds the nodes that only a measurement needs where n8n loads community packages from. */
export function installPeers(userFolder: string): void {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
	mkdirSync(folder, { recursive: true });
	const files = readdirSync(sources).map((name) => name.replace(/\.ts$/, '.js'));
	for (const file of files) {
		const source = readFileSync(join(sources, file.replace(/\.js$/, '.ts')), 'utf8');
		const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };
		writeFileSync(join(folder, file), transpileModule(source, { compilerOptions }).outputText);
	}
	const description = {
		name: packageName,
		version: '1.0.0',
		keywords: ['n8n-community-node-package'],
		n8n: { n8nNodesApiVersion: 1, nodes: files, credentials: [] },
	};
	writeFileSync(join(folder, 'package.json'), JSON.stringify(description));
}
