import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = ['catch-up', 'dates', 'queue-mode', 'polling-trigger', 'webhook-trigger'];
const read = (path: string) => readFileSync(join(__dirname, path), 'utf8');
const text = PAGES.map((page) => read(`../../docs/${page}.md`))
	.join('\n')
	.replace(/\*\*|`|\[([^\]]*)\]\([^)]*\)/g, (_, label: string | undefined) => label ?? '');

const quoted = readdirSync(__dirname)
	.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
	.flatMap((file) => [...read(file).matchAll(/\b(?:docs|says)\(\s*(['"])((?:\\.|(?!\1).)+)\1/g)])
	.map(([, , sentence = '']) => sentence.replaceAll('\\', ''));

test('the rules have excuses', () => expect(quoted.length).toBeGreaterThan(5));

test.each([...new Set(quoted)])('docs/ says: %s', (sentence) => {
	expect(text).toContain(sentence);
});
