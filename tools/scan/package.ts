import { posix } from 'node:path';
import { error, type Finding } from './finding';

/** The unpacked package: path in it to content. */
export type Files = ReadonlyMap<string, string>;

export interface Manifest {
	name?: string;
	files?: string[];
	scripts?: Record<string, string>;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	bundleDependencies?: unknown;
	bundledDependencies?: unknown;
	overrides?: unknown;
	peerDependencies?: Record<string, string>;
	n8n?: { strict?: boolean; nodes?: string[]; credentials?: string[] };
}

const MAX_BYTES = 100 * 1024;
const ROOT_FILES = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
const INSTALL_SCRIPTS = [
	'preinstall',
	'install',
	'postinstall',
	'prepublish',
	'preprepare',
	'prepare',
	'postprepare',
];
/** What n8n brings at run time. The lint rule lets every devDependency pass as well. */
const RUNTIME_MODULES = [
	'n8n-workflow',
	'crypto',
	'node:crypto',
	'luxon',
	'lodash',
	'p-limit',
	'zod',
];
const ASSET = /\.(svg|png|node\.json)$|\/__schema__\/.+\.json$/;

/** Where a packed file comes from, or undefined if it should not be packed. */
function sourceOf(path: string): string | undefined {
	if (!path.startsWith('dist/')) return ROOT_FILES.includes(path) ? path : undefined;
	const inside = path.slice('dist/'.length);
	if (ASSET.test(inside)) return inside;
	return inside.endsWith('.js') ? inside.replace(/\.js$/, '.ts') : undefined;
}

export function checkFileList(files: Files, sources: ReadonlySet<string>): Finding[] {
	const findings = ROOT_FILES.filter((path) => !files.has(path)).map((path) =>
		error(path, 'packed-files', 'The package lacks this file.'),
	);
	for (const path of files.keys()) {
		const source = sourceOf(path);
		if (source === undefined) {
			findings.push(error(path, 'packed-files', 'This file has no place in the package.'));
		} else if (!sources.has(source)) {
			findings.push(error(path, 'packed-files', `Its source ${source} is not in the repository.`));
		}
	}
	return findings;
}

export function checkSize(bytes: number): Finding[] {
	if (bytes < MAX_BYTES) return [];
	return [error('tarball', 'packed-size', `${bytes} bytes, allowed are fewer than ${MAX_BYTES}.`)];
}

function isEmpty(value: unknown): boolean {
	return value === undefined || Object.keys(Object(value)).length === 0;
}

export function checkManifest(manifest: Manifest): Finding[] {
	const findings: Finding[] = [];
	const demand = (fulfilled: boolean, rule: string, message: string) => {
		if (!fulfilled) findings.push(error('package.json', rule, message));
	};
	demand(
		JSON.stringify(manifest.peerDependencies) === '{"n8n-workflow":"*"}',
		'peer-dependencies',
		'peerDependencies must be exactly {"n8n-workflow": "*"}.',
	);
	for (const field of [
		'dependencies',
		'optionalDependencies',
		'bundleDependencies',
		'bundledDependencies',
		'overrides',
	] as const) {
		demand(isEmpty(manifest[field]), 'no-dependencies', `${field} must be empty.`);
	}
	for (const script of INSTALL_SCRIPTS) {
		demand(
			manifest.scripts?.[script] === undefined,
			'install-scripts',
			`The script "${script}" would run on the user's machine.`,
		);
	}
	demand(manifest.n8n?.strict === true, 'strict', 'n8n.strict must be true.');
	demand(manifest.n8n?.nodes?.length !== undefined, 'nodes', 'n8n.nodes must list the nodes.');
	return findings;
}

export function checkEntries(files: Files, manifest: Manifest): Finding[] {
	const entries = [...(manifest.n8n?.nodes ?? []), ...(manifest.n8n?.credentials ?? [])];
	return entries.flatMap((entry) => {
		if (!files.has(entry)) {
			return [error(entry, 'entries', 'package.json names this file, the package lacks it.')];
		}
		return checkIcons(files, entry);
	});
}

/** A light and a dark icon, both in the package. */
function checkIcons(files: Files, entry: string): Finding[] {
	const named = [...(files.get(entry) ?? '').matchAll(/["']file:([^"']+)["']/g)].map((match) =>
		posix.join(posix.dirname(entry), match[1] ?? ''),
	);
	const findings = named
		.filter((icon) => !files.has(icon))
		.map((icon) => error(entry, 'icons', `The package lacks its icon ${icon}.`));
	if (new Set(named).size < 2) {
		findings.push(error(entry, 'icons', 'It must name a light and a dark icon.'));
	}
	return findings;
}

export function checkCodex(files: Files, manifest: Manifest): Finding[] {
	return (manifest.n8n?.nodes ?? []).flatMap((entry) => {
		const path = entry.replace(/\.js$/, '.json');
		const content = files.get(path);
		if (content === undefined) return [error(entry, 'codex', `The package lacks ${path}.`)];
		const base = posix.basename(entry, '.node.js');
		const type = `${manifest.name}.${base.charAt(0).toLowerCase()}${base.slice(1)}`;
		const { node } = JSON.parse(content) as { node?: string };
		return node === type ? [] : [error(path, 'codex', `"node" must be "${type}".`)];
	});
}

export function checkImports(files: Files): Finding[] {
	return [...files].flatMap(([path, content]) =>
		[...content.matchAll(/\b(?:require|import)\(\s*["']([^"']+)["']/g)]
			.map((match) => match[1] ?? '')
			.filter(() => path.endsWith('.js'))
			.filter((module) => !module.startsWith('.') && !RUNTIME_MODULES.includes(module))
			.map((module) => error(path, 'imports', `n8n does not bring the module "${module}".`)),
	);
}
