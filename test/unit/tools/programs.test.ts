import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { installScript } from '../../../tools/programs.cjs';

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
