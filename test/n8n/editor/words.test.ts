import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { EDITOR_WORDS } from '../../support/editorWords';
import { root } from '../harness/paths';

const editor = join(root, 'test/n8n/workspace/node_modules/n8n-editor-ui/dist/assets');

/** The editor's texts look like "workflowSettings.timezone":`Timezone`. */
const texts = new Set(
	globSync('*.js', { cwd: editor }).flatMap((file) =>
		[...readFileSync(join(editor, file), 'utf8').matchAll(/"[\w.:-]+":`([^`\\]{1,60})`/g)].map(
			([, text]) => text!,
		),
	),
);

test.each(EDITOR_WORDS)('%s, which the pages name, is a text of the editor', (word) => {
	expect(texts).toContain(word);
});
