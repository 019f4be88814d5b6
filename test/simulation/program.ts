import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type * as Luxon from 'luxon';
import type { INodeType } from 'n8n-workflow';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

export const NODES = resolve(__dirname, '../../nodes/AppointmentScheduling');
const load = createRequire(__filename);

/** Luxon makes a formatter each time, which takes longer than the rest of a check. */
const { IANAZone } = load('luxon') as typeof Luxon;
const isValidZone = IANAZone.isValidZone.bind(IANAZone);
const validZones = new Map<string, boolean>();
IANAZone.isValidZone = (zone) => {
	if (!validZones.has(zone)) validZones.set(zone, isValidZone(zone));
	return validZones.get(zone)!;
};

/** An ordinary mistake, as another text in one file of the nodes. */
export interface Mutation {
	/** Below `nodes/AppointmentScheduling/`. */
	file: string;
	from: string;
	to: string;
}

type Code = (exports: unknown, require: (name: string) => unknown) => void;
const compiled = new Map<string, Code>();
let mutations: Mutation[] = [];

/** From now on, processes load the nodes with these mistakes. */
export function mutate(next: Mutation[]): void {
	for (const { file } of [...mutations, ...next]) compiled.delete(join(NODES, file));
	mutations = next;
	for (const { file } of next) codeOf(join(NODES, file));
}

function sourceOf(file: string): string {
	let source = readFileSync(file, 'utf8');
	for (const mutation of mutations) {
		if (file === join(NODES, mutation.file)) source = mutated(source, mutation);
	}
	return source;
}

/** However the lines are wrapped. */
export function mutated(source: string, { file, from, to }: Mutation): string {
	const words = from.split(/\s+/).map((word) => word.replace(/[^\w\s]/g, '\\$&'));
	const [before, after, ...more] = source.split(new RegExp(words.join('\\s+')));
	if (before !== undefined && after !== undefined && more.length === 0) return before + to + after;
	throw new Error(`${file} does not contain this once: ${from}`);
}

function codeOf(file: string): Code {
	const known = compiled.get(file);
	if (known) return known;
	// Longer slices cost less real time.
	const source = sourceOf(file).replace(/(const SLICE_MS = )\d+/, '$15_000');
	const { outputText } = transpileModule(source, {
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

const fileOf = (path: string): string =>
	existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts');

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
