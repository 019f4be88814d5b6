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
const codex = 'dist/nodes/Booking/Booking.node.json';
const dark = 'dist/nodes/Booking/booking.dark.svg';

const manifest = (changes: Partial<Manifest> = {}): Manifest => ({
	name: 'n8n-nodes-booking',
	peerDependencies: { 'n8n-workflow': '*' },
	n8n: { strict: true, nodes: [node], credentials: [] },
	...changes,
});

/** The files of a package; undefined takes one away. */
function packed(changes: Record<string, string | undefined> = {}): Map<string, string> {
	const files: Record<string, string | undefined> = {
		...{ 'package.json': '{}', 'README.md': '', LICENSE: '', 'CHANGELOG.md': '' },
		[node]: "icon = { light: 'file:booking.svg', dark: 'file:booking.dark.svg' }",
		[codex]: '{"node":"n8n-nodes-booking.booking"}',
		'dist/nodes/Booking/booking.svg': '',
		[dark]: '',
		...changes,
	};
	return new Map(
		Object.entries(files).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
	);
}

const sources = new Set(
	[...packed().keys()].map((name) => name.replace('dist/', '').replace(/\.js$/, '.ts')),
);

const check = (files: Map<string, string>, changes: Partial<Manifest> = {}): Finding[] => [
	...checkFileList(files, sources),
	...checkManifest(manifest(changes)),
	...checkEntries(files, manifest()),
	...checkCodex(files, manifest()),
	...checkImports(files),
];

test('a sound package has no findings', () => {
	expect([...check(packed(), { dependencies: {} }), ...checkSize(100 * 1024 - 1)]).toEqual([]);
	expect(checkSize(100 * 1024)).toHaveLength(1);
});

test.each<[what: string, changes: Record<string, string | undefined>, where: string]>([
	...[
		'dist/nodes/Booking/Booking.node.d.ts',
		'dist/nodes/Booking/Booking.node.js.map',
		'dist/tsconfig.tsbuildinfo',
		'dist/nodes/Booking/Gone.js',
		'test/unit/booking.test.ts',
	].map((path) => [path, { [path]: '' }, path] as [string, Record<string, string>, string]),
	['no changelog', { 'CHANGELOG.md': undefined }, 'CHANGELOG.md'],
	['no node', { [node]: undefined }, node],
	['an icon that is missing', { [dark]: undefined }, node],
	['one icon for both themes', { [node]: "icon = 'file:booking.svg'" }, node],
	['a wrong codex file', { [codex]: '{"node":"n8n-nodes-base.booking"}' }, codex],
	['no codex file', { [codex]: undefined }, node],
	['an import that n8n does not provide', { [node]: 'import("got")' }, node],
	['a require that n8n does not provide', { [node]: 'require("axios"); require("./own")' }, node],
])('finds %s in the package', (_, changes, where) => {
	expect(check(packed(changes)).map((finding) => finding.where)).toContain(where);
});

test.each<[string, Partial<Manifest>]>([
	['another peer', { peerDependencies: { 'n8n-workflow': '*', 'n8n-core': '*' } }],
	['a peer range', { peerDependencies: { 'n8n-workflow': '^2.0.0' } }],
	['a dependency', { dependencies: { axios: '1' } }],
	['an override', { overrides: { axios: '1' } }],
	['an install script', { scripts: { postinstall: 'node x' } }],
	['no strict mode', { n8n: { nodes: [] } }],
])('finds %s in package.json', (_, changes) => {
	expect(check(packed(), changes)).toHaveLength(1);
});

test('finds a disabled rule in published files only', () => {
	const content = 'const a = 1;\n// eslint-disable-next-line no-console\n';
	expect(checkEscapeHatches('nodes/a.ts', content)).toMatchObject([{ where: 'nodes/a.ts:2' }]);
	expect(checkEscapeHatches('test/a.ts', content)).toEqual([]);
});

test.each([
	['cd /home/me/src && ls', 1],
	['"/home/me/src/main"', 1],
	['/home/me/srcs', 0],
	['https://host/home/me/src', 0],
])('%s names a folder of the machine: %i findings', (content, count) => {
	const findings = checkMachine('a.md', content, [{ word: '/home/me/src', what: 'a folder' }]);
	expect(findings).toHaveLength(count);
});
