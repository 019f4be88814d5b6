import { foreignImports, missingFiles, strayFiles } from '../../../tools/packed';

const sources = ['LICENSE', 'README.md', 'docs/page.md', 'test/a.test.ts'].concat(
	['B.node.ts', 'B.node.json', 'b.svg', '__schema__/v1.0.0/a/get.json'].map(
		(name) => `nodes/B/${name}`,
	),
);
const packed = ['LICENSE', 'README.md'].concat(
	['B.node.js', 'B.node.json', 'b.svg', '__schema__/v1.0.0/a/get.json'].map(
		(name) => `dist/nodes/B/${name}`,
	),
);
const files = (paths: string[]) => new Map(paths.map((path) => [path, '']));

test('a package with each published file is accepted', () => {
	expect(missingFiles(files(packed), sources)).toEqual([]);
	expect(strayFiles(files(packed), sources)).toEqual([]);
});

test.each(packed)('a package without %s is refused', (path) => {
	expect(missingFiles(files(packed.filter((other) => other !== path)), sources)).toEqual([path]);
});

test.each([
	'dist/nodes/B/B.node.d.ts',
	'dist/nodes/B/B.node.js.map',
	'dist/tsconfig.tsbuildinfo',
	'dist/nodes/B/Gone.js',
	'dist/docs/images/a.png',
	'test/a.test.ts',
])('a package with %s is refused', (path) => {
	expect(strayFiles(files([...packed, path]), sources)).toEqual([path]);
});

test.each([
	['import("got")', 'got'],
	['require("axios"); require("./own"); require("luxon")', 'axios'],
])('a package with %s is refused', (content, module) => {
	expect(foreignImports(new Map([['a.js', content]]))).toEqual([`a.js imports ${module}`]);
});
