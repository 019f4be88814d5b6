import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { EXCUSES } from './excuses';

const PAGES = ['catch-up', 'dates', 'queue-mode', 'polling-trigger', 'webhook-trigger'];
const read = (path: string) => readFileSync(join(__dirname, path), 'utf8');
const text = PAGES.map((page) => read(`../../docs/${page}.md`))
	.join('\n')
	.replace(/\*\*|`|\[([^\]]*)\]\([^)]*\)/g, (_, label: string | undefined) => label ?? '');

const quoted = Object.values(EXCUSES).flatMap((excuses) => Object.keys(excuses));

test.each([...new Set(quoted)])('docs/ says: %s', (sentence) => {
	expect(text).toContain(sentence);
});
