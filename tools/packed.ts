/** The unpacked package: path in it to content. */
export type Files = ReadonlyMap<string, string>;

const ROOT_FILES = ['LICENSE', 'README.md', 'README.pt-BR.md', 'package.json'];
/** What n8n provides at run time. */
const PROVIDED = ['n8n-workflow', 'crypto', 'luxon', 'lodash', 'p-limit', 'zod'];
const ASSET = /\.(?:svg|png|node\.json)$|\/__schema__\/.+\.json$/;

/** What should be packed of a file of the repository. */
function packedAs(source: string): string[] {
	if (ROOT_FILES.includes(source)) return [source];
	if (!/^(?:nodes|credentials)\//.test(source)) return [];
	if (ASSET.test(source)) return [`dist/${source}`];
	return source.endsWith('.ts') ? [`dist/${source.replace(/\.ts$/, '.js')}`] : [];
}

export const missingFiles = (files: Files, sources: string[]): string[] =>
	sources.flatMap(packedAs).filter((path) => !files.has(path));

export function strayFiles(files: Files, sources: string[]): string[] {
	const expected = new Set(sources.flatMap(packedAs));
	return [...files.keys()].filter((path) => !expected.has(path));
}

export const foreignImports = (files: Files): string[] =>
	[...files]
		.filter(([path]) => path.endsWith('.js'))
		.flatMap(([path, content]) =>
			[...content.matchAll(/\b(?:require|import)\(\s*["']([^."'][^"']*)["']/g)]
				.map(([, module = '']) => module)
				.filter((module) => !PROVIDED.includes(module))
				.map((module) => `${path} imports ${module}`),
		);
