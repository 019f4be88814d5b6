import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const NODES = 'nodes/AppointmentScheduling';

/** Text in code marks that names a file or folder: `actions/router.ts`, `polling/`. */
const PATH = /`((?:[\w.-]+\/)+[\w.-]*)`/g;

test.each(['CONTRIBUTING.md', 'docs/architecture.md'])(
	'every file that %s names exists',
	(page) => {
		const named = [...readFileSync(join(ROOT, page), 'utf8').matchAll(PATH)].map(
			([, path]) => path!,
		);

		expect(named.length).toBeGreaterThan(10);
		const bases = ['', NODES, join(NODES, 'service'), 'test/unit'];
		const isThere = (path: string) => bases.some((base) => existsSync(join(ROOT, base, path)));
		expect(named.filter((path) => !isThere(path))).toEqual([]);
	},
);
