import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, watch, type FSWatcher } from 'node:fs';
import { copyFile, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageName } from '../../../test/n8n/harness';
import { n8nFolder, root } from '../../../test/n8n/harness/paths';

const sources = ['credentials', 'nodes'];
const SETTLED_MS = 50;

/** Reports what was rebuilt, and what the compiler objects to. */
export interface BuildReport {
	rebuilt(files: string[]): void;
	objection(line: string): void;
}

/**
 * The package where n8n loads community packages from, rebuilt with every change of a source. It is
 * a folder of its own, not a link to the repository: n8n watches all of it.
 */
export class LivePackage {
	private readonly folder: string;
	private readonly modules: string;
	private readonly watchers: FSWatcher[] = [];
	private compiler: ChildProcess | undefined;

	constructor(
		userFolder: string,
		private readonly report: BuildReport,
		/** Where the sources are. */
		private readonly sourceRoot = root,
	) {
		this.modules = join(userFolder, '.n8n', 'nodes', 'node_modules');
		this.folder = join(this.modules, packageName);
	}

	/** Builds the package, then goes on in the background. */
	async start(): Promise<void> {
		await rm(this.folder, { recursive: true, force: true });
		await mkdir(this.folder, { recursive: true });
		await copyFile(join(this.sourceRoot, 'package.json'), join(this.folder, 'package.json'));
		await this.shareModules();
		for (const source of sources) await this.copyAssets(source);
		await this.compile();
		for (const source of sources) this.watchAssets(source);
	}

	stop(): void {
		for (const watcher of this.watchers) watcher.close();
		this.compiler?.kill();
	}

	/** What the nodes import at run time must be n8n's own copy, or its errors are not recognized. */
	private async shareModules(): Promise<void> {
		const { resolve } = createRequire(join(n8nFolder, 'package.json'));
		for (const name of ['n8n-workflow', 'luxon']) {
			const entry = resolve(name);
			const end = entry.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length;
			const link = join(this.modules, name);
			await rm(link, { force: true });
			await symlink(entry.slice(0, end), link, 'junction');
		}
	}

	/** Everything that the compiler does not write: icons, codex files, schemas. */
	private async copyAssets(source: string): Promise<void> {
		const entries = await readdir(join(this.sourceRoot, source), {
			recursive: true,
			withFileTypes: true,
		});
		for (const entry of entries) {
			if (entry.isFile()) await this.copyAsset(join(entry.parentPath, entry.name));
		}
	}

	private async copyAsset(file: string): Promise<boolean> {
		if (file.endsWith('.ts') || !existsSync(file)) return false;
		const target = join(this.folder, 'dist', relative(this.sourceRoot, file));
		await mkdir(dirname(target), { recursive: true });
		await copyFile(file, target);
		return true;
	}

	/** One change of a file is several events. */
	private watchAssets(source: string): void {
		const changed = new Set<string>();
		const copy = async (file: string) => {
			await sleep(SETTLED_MS);
			changed.delete(file);
			if (await this.copyAsset(file)) this.report.rebuilt([relative(this.sourceRoot, file)]);
		};
		const watcher = watch(join(this.sourceRoot, source), { recursive: true }, (_event, name) => {
			const file = join(this.sourceRoot, source, name ?? '');
			if (!/\.(svg|png|json)$/.test(file) || changed.has(file)) return;
			changed.add(file);
			copy(file).catch((error: unknown) => this.report.objection(String(error)));
		});
		this.watchers.push(watcher);
	}

	/** Returns after the first build. */
	private async compile(): Promise<void> {
		const compiler = spawn(
			process.execPath,
			[
				join(root, 'node_modules/typescript/bin/tsc'),
				...[
					'--project',
					join(this.sourceRoot, 'tsconfig.json'),
					'--outDir',
					join(this.folder, 'dist'),
				],
				// Editors and git replace files, which ends a watch of the file itself.
				...[
					'--watch',
					'--watchFile',
					'useFsEventsOnParentDirectory',
					'--preserveWatchOutput',
					'--listEmittedFiles',
					'--pretty',
					'false',
				],
			],
			{ cwd: this.sourceRoot, stdio: ['ignore', 'pipe', 'inherit'] },
		);
		this.compiler = compiler;
		let emitted: string[] = [];
		await new Promise<void>((resolve, reject) => {
			let isFirst = true;
			compiler.once('error', reject);
			compiler.once('exit', (code) => reject(new Error(`The compiler ended with ${code}.`)));
			createInterface(compiler.stdout).on('line', (line) => {
				if (line.startsWith('TSFILE:')) {
					emitted.push(relative(join(this.folder, 'dist'), line.slice('TSFILE:'.length).trim()));
				} else if (line.includes('Watching for file changes')) {
					if (!isFirst && emitted.length > 0) this.report.rebuilt(emitted);
					isFirst = false;
					emitted = [];
					resolve();
				} else if (/error TS\d+/.test(line)) {
					this.report.objection(line);
				}
			});
		});
	}
}
