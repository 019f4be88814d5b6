import { dirname } from 'node:path';
import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** The rules for tests and tools. What is published obeys n8n's own, in the configuration one folder up. */
export default tseslint.config(
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	js.configs.recommended,
	{
		files: ['**/*.{js,cjs,mjs}'],
		languageOptions: { globals: globals.node },
	},
	{
		files: ['**/demo/page/public/*.js'],
		languageOptions: { globals: globals.browser },
	},
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.strict],
		languageOptions: {
			parserOptions: {
				project: 'test/tsconfig.json',
				tsconfigRootDir: dirname(import.meta.dirname),
			},
		},
		rules: {
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-dynamic-delete': 'off',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/no-non-null-assertion': 'off',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
			eqeqeq: ['error', 'always'],
			'no-restricted-syntax': [
				'error',
				{
					selector: 'ObjectExpression > SpreadElement > ObjectExpression',
					message: 'A spread only packs lines here. Write the fields out.',
				},
			],
		},
	},
);
