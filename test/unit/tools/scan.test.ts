import type { Finding } from '../../../tools/scan/finding';
import {
	checkCodex,
	checkEntries,
	checkFileList,
	checkImports,
	checkManifest,
	checkSize,
	type Manifest,
} from '../../../tools/scan/package';
import { checkEscapeHatches, checkMachine } from '../../../tools/scan/tree';

const node = 'dist/nodes/Booking/Booking.node.js';

function manifest(changes: Partial<Manifest> = {}): Manifest {
	return {
		name: 'n8n-nodes-booking',
		peerDependencies: { 'n8n-workflow': '*' },
		n8n: { strict: true, nodes: [node], credentials: [] },
		...changes,
	};
}

function packed(changes: Record<string, string> = {}): Map<string, string> {
	return new Map(
		Object.entries({
			'package.json': '{}',
			'README.md': '',
			LICENSE: '',
			'CHANGELOG.md': '',
			[node]: "icon = { light: 'file:booking.svg', dark: 'file:booking.dark.svg' }",
			'dist/nodes/Booking/Booking.node.json': '{"node":"n8n-nodes-booking.booking"}',
			'dist/nodes/Booking/booking.svg': '',
			'dist/nodes/Booking/booking.dark.svg': '',
			...changes,
		}),
	);
}

const sources = new Set([
	'package.json',
	'README.md',
	'LICENSE',
	'CHANGELOG.md',
	'nodes/Booking/Booking.node.ts',
	'nodes/Booking/Booking.node.json',
	'nodes/Booking/booking.svg',
	'nodes/Booking/booking.dark.svg',
]);

const where = (findings: Finding[]) => findings.map((finding) => finding.where);

test('a sound package has no findings', () => {
	expect([
		...checkFileList(packed(), sources),
		...checkSize(100 * 1024 - 1),
		...checkManifest(manifest()),
		...checkEntries(packed(), manifest()),
		...checkCodex(packed(), manifest()),
		...checkImports(packed()),
	]).toEqual([]);
});

test.each([
	'dist/nodes/Booking/Booking.node.d.ts',
	'dist/nodes/Booking/Booking.node.js.map',
	'dist/tsconfig.tsbuildinfo',
	'dist/nodes/Booking/Gone.js',
	'test/unit/booking.test.ts',
])('%s must not be packed', (path) => {
	expect(where(checkFileList(packed({ [path]: '' }), sources))).toEqual([path]);
});

test('finds a missing changelog', () => {
	const files = packed();
	files.delete('CHANGELOG.md');
	expect(where(checkFileList(files, sources))).toEqual(['CHANGELOG.md']);
});

test('refuses a package of 100 KiB', () => {
	expect(checkSize(100 * 1024)).toHaveLength(1);
});

test.each<[string, Partial<Manifest>]>([
	['another peer', { peerDependencies: { 'n8n-workflow': '*', 'n8n-core': '*' } }],
	['a peer range', { peerDependencies: { 'n8n-workflow': '^2.0.0' } }],
	['a dependency', { dependencies: { axios: '1' } }],
	['an override', { overrides: { axios: '1' } }],
	['an install script', { scripts: { postinstall: 'node x' } }],
	['no strict mode', { n8n: { nodes: [] } }],
])('%s is found in package.json', (_, changes) => {
	expect(checkManifest(manifest(changes))).toHaveLength(1);
});

test('accepts an empty list of dependencies', () => {
	expect(checkManifest(manifest({ dependencies: {} }))).toEqual([]);
});

test('finds a node that is not packed', () => {
	const files = packed();
	files.delete(node);
	expect(where(checkEntries(files, manifest()))).toEqual([node]);
});

test('finds an icon that is not packed', () => {
	const files = packed();
	files.delete('dist/nodes/Booking/booking.dark.svg');
	expect(checkEntries(files, manifest())).toMatchObject([
		{ message: expect.stringContaining('booking.dark.svg') as string },
	]);
});

test('finds a node with one icon for both themes', () => {
	const files = packed({ [node]: "icon = 'file:booking.svg'" });
	expect(checkEntries(files, manifest())).toHaveLength(1);
});

test('finds a missing and a wrong codex file', () => {
	const codex = 'dist/nodes/Booking/Booking.node.json';
	const files = packed({ [codex]: '{"node":"n8n-nodes-base.booking"}' });
	expect(where(checkCodex(files, manifest()))).toEqual([codex]);
	files.delete(codex);
	expect(where(checkCodex(files, manifest()))).toEqual([node]);
});

test('finds an import that n8n does not provide', () => {
	const code = 'require("axios"); require("./own"); require("n8n-workflow"); import("got")';
	expect(checkImports(packed({ [node]: code })).map(({ message }) => message)).toEqual([
		expect.stringContaining('"axios"'),
		expect.stringContaining('"got"'),
	]);
});

test('finds a disabled rule in published files only', () => {
	const content = 'const a = 1;\n// eslint-disable-next-line no-console\n';
	expect(where(checkEscapeHatches('nodes/a.ts', content))).toEqual(['nodes/a.ts:2']);
	expect(checkEscapeHatches('test/a.ts', content)).toEqual([]);
});

test.each([
	['cd /home/me/src && ls', true],
	['"/home/me/src/main"', true],
	['/home/me/srcs', false],
	['https://host/home/me/src', false],
])('%s holds a folder of the machine: %s', (content, held) => {
	const findings = checkMachine('a.md', content, [{ word: '/home/me/src', what: 'a folder' }]);
	expect(findings).toHaveLength(held ? 1 : 0);
});
