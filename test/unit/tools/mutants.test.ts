import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

import { mutants } from '../../mutants/list';
import { mutated, NODES } from '../../simulation/program';

const root = resolve(__dirname, '../../..');
const CONFIG = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config as object;
/** Names that nothing has. A mistake that throws wherever it is reached would be found by anything. */
const UNKNOWN_NAMES = [2304, 2339, 2503, 2551, 2552, 18004];

/** Each mutated file beside the original, so that all of them are one program. */
const files = new Map(
	mutants.flatMap(({ mutations }, index) =>
		mutations.map(({ file }) => {
			const path = join(NODES, file);
			const own = mutations.filter((other) => other.file === file);
			const source = own.reduce(mutated, readFileSync(path, 'utf8'));
			return [path.replace('.ts', `.mutant-${index}.ts`), source] as const;
		}),
	),
);

test('each mistake that the simulation has to find is code that uses known names', () => {
	const { options, fileNames } = ts.parseJsonConfigFileContent(CONFIG, ts.sys, root);
	const host = ts.createCompilerHost(options);
	const { getSourceFile } = host;
	host.getSourceFile = (name, version, ...more) => {
		const source = files.get(name);
		return source === undefined
			? getSourceFile(name, version, ...more)
			: ts.createSourceFile(name, source, version);
	};
	const program = ts.createProgram([...fileNames, ...files.keys()], options, host);
	const flaws = [...files.keys()].flatMap((name) => {
		const source = program.getSourceFile(name);
		const unknown = program
			.getSemanticDiagnostics(source)
			.filter(({ code }) => UNKNOWN_NAMES.includes(code));
		return [...program.getSyntacticDiagnostics(source), ...unknown];
	});
	expect(files.size).toBeGreaterThanOrEqual(20);
	expect(ts.formatDiagnostics(flaws, host)).toBe('');
}, 300_000);
