import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const page = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const [, ...sections] = page.slice(page.indexOf('is held by a test')).split(/^## /m);
const NAMED = /<!-- (test\/\S+\.ts): (.+?) -->/g;

test.each(sections.map((text) => [text.split('\n', 1)[0]!, text]))(
	'what SECURITY.md says in "%s" is held by tests',
	(_title, text) => {
		const named = [...text.matchAll(NAMED)].map(([, file = '', name = '']) => ({ file, name }));
		expect(named).not.toEqual([]);
		const isMissing = ({ file, name }: { file: string; name: string }) =>
			!existsSync(join(ROOT, file)) || !readFileSync(join(ROOT, file), 'utf8').includes(name);
		expect(named.filter(isMissing)).toEqual([]);
		// No other form of comment, which would not be checked.
		expect(text.replace(NAMED, '')).not.toContain('<!--');
	},
);
