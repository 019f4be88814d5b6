/** `npm run screenshots`: the pictures of README.md and docs/, taken by the tests of the editor. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { missingBrowser } from '../test/browser/support/browser';
import { root } from '../test/n8n/harness/paths';

const pictures = join(root, 'docs/images');

if (missingBrowser.length > 0) {
	console.error(`Install ${missingBrowser.join(' and ')} to take the pictures.`);
	process.exitCode = 1;
} else {
	mkdirSync(pictures, { recursive: true });
	const { status } = spawnSync(
		'jest',
		['--selectProjects', 'browser', '--testPathPatterns', 'browser/editor'],
		{ cwd: root, stdio: 'inherit', env: { ...process.env, PICTURES: pictures } },
	);
	process.exitCode = status ?? 1;
}
