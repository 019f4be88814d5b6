import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

/** Another copy of the nodes, e.g. one with a defect that the histories have to find. */
const { SIMULATED_NODES = resolve(__dirname, '../../nodes') } = process.env;
const NODES = join(SIMULATED_NODES, 'AppointmentScheduling');
const load = createRequire(__filename);

type Code = (exports: unknown, require: (name: string) => unknown) => void;
const compiled = new Map<string, Code>();

function codeOf(file: string): Code {
	const known = compiled.get(file);
	if (known) return known;
	const { outputText } = transpileModule(readFileSync(file, 'utf8'), {
		compilerOptions: {
			module: ModuleKind.CommonJS,
			target: ScriptTarget.ES2022,
			esModuleInterop: true,
		},
		fileName: file,
	});
	const code = new Function('exports', 'require', `${outputText}\n//# sourceURL=${file}`) as Code;
	compiled.set(file, code);
	return code;
}

const files = new Map<string, string>();

function fileOf(path: string): string {
	const known = files.get(path);
	if (known !== undefined) return known;
	const file = existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts');
	files.set(path, file);
	return file;
}

/** The code of the nodes as a new process loads it: it remembers nothing. */
export class Program {
	private readonly modules = new Map<string, object>();

	node(className: string): new () => INodeType {
		const exported = this.module(join(NODES, `${className}.node.ts`));
		return (exported as Record<string, new () => INodeType>)[className]!;
	}

	private module(file: string): object {
		const known = this.modules.get(file);
		if (known) return known;
		const exported = {};
		this.modules.set(file, exported);
		codeOf(file)(exported, (name) =>
			name.startsWith('.') ? this.module(fileOf(join(dirname(file), name))) : load(name),
		);
		return exported;
	}
}
