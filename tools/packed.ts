const ROOT_FILES = ['LICENSE', 'README.md', 'README.pt-BR.md', 'package.json'];
const ASSET = /\.(?:svg|png|node\.json)$|\/__schema__\/.+\.json$/;

/** What should be packed of a file of the repository. */
function packedAs(source: string): string[] {
	if (ROOT_FILES.includes(source)) return [source];
	if (!/^(?:nodes|credentials)\//.test(source)) return [];
	if (ASSET.test(source)) return [`dist/${source}`];
	return source.endsWith('.ts') ? [`dist/${source.replace(/\.ts$/, '.js')}`] : [];
}

/** What is wrong with the list of packed files, in sentences. */
export function wrongFiles(packed: string[], sources: string[]): string[] {
	const expected = sources.flatMap(packedAs);
	const missing = expected.filter((path) => !packed.includes(path));
	const stray = packed.filter((path) => !expected.includes(path));
	return [
		...missing.map((path) => `It lacks ${path}.`),
		...stray.map((path) => `${path} has no source in the repository.`),
	];
}
