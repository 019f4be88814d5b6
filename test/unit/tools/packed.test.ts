import { wrongFiles } from '../../../tools/packed';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { installScript } from '../../../tools/programs.cjs';

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

test('a package with each published file, and no other, is accepted', () => {
	expect(wrongFiles(packed, sources)).toEqual([]);
});

test.each(packed)('a package without %s is refused', (path) => {
	const others = packed.filter((other) => other !== path);
	expect(wrongFiles(others, sources)).toEqual([`It lacks ${path}.`]);
});

test.each([
	'dist/nodes/B/B.node.d.ts',
	'dist/nodes/B/Gone.js',
	'dist/docs/page.md',
	'test/a.test.ts',
])('a package with %s is refused', (path) => {
	const message = `${path} has no source in the repository.`;
	expect(wrongFiles([...packed, path], sources)).toEqual([message]);
});

const folder = mkdtempSync(join(tmpdir(), 'programs-'));
const policy = join(folder, 'policy-rc.d');
const log = join(folder, 'log');
afterAll(() => rmSync(folder, { recursive: true }));

/** In place of apt-get: asks whether a service may be started, as Debian does, and ends as told. */
function install(end: string): string {
	const ask = `${policy}; echo "$1 $2 $3 $4 $5: $?" >> ${log}`;
	writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\n${ask}\n${end}\n`, { mode: 0o755 });
	writeFileSync(log, '');
	const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` };
	spawnSync('sh', ['-c', installScript(policy), 'sh', 'chromium', 'redis-server'], { env });
	return readFileSync(log, 'utf8');
}

test.each(['exit 0', '[ "$2" = update ]', 'kill -TERM $PPID; sleep 1'])(
	'set-up starts no service of the packages that it installs, and forbids none afterwards: %s',
	(end) => {
		expect(install(end)).toContain('-qq update   : 101');
		expect(existsSync(policy)).toBe(false);
	},
);

test('set-up installs what it has named, and leaves the policy of the machine as it is', () => {
	const own = '#!/bin/sh\nexit 104\n';
	writeFileSync(policy, own, { mode: 0o755 });
	expect(install('exit 0')).toContain('-qq install -y --no-install-recommends chromium: 104');
	expect(readFileSync(policy, 'utf8')).toBe(own);
});
