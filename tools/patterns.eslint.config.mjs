import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** What is published reads foreign texts of any length, so no pattern may take longer than they are. */
export default tseslint.config({
	files: ['**/*.ts'],
	languageOptions: { parser: tseslint.parser },
	plugins: { regexp },
	// Inline exceptions do not count.
	linterOptions: { noInlineConfig: true },
	rules: {
		'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
		'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		'no-restricted-syntax': [
			'error',
			{
				selector: ':matches(NewExpression, CallExpression)[callee.name="RegExp"]',
				message: 'A pattern made from a text has no bound that can be checked.',
			},
			{
				selector:
					':not(VariableDeclarator, VariableDeclarator > UnaryExpression) > Identifier[name="Infinity"]',
				message: 'Say what it means: a constant with a name, such as NEVER.',
			},
		],
	},
});
