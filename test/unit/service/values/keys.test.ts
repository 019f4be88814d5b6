import fc from 'fast-check';

import { InputError } from '../../../../nodes/AppointmentScheduling/service/errors';
import {
	keyIn,
	pathPart,
	validKey,
	validKeys,
} from '../../../../nodes/AppointmentScheduling/service/values/keys';

it('a key is refused with the name of its field', () => {
	for (const given of [undefined, '  ', true, [], '..']) {
		expect(() => validKey(given, 'Client Key')).toThrow(/^'Client Key': /);
	}
});

it('a key is one segment of a path, or is refused', () => {
	const text = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 12 }),
		fc.string({ unit: fc.constantFrom('.', '/', '%', '2', 'e', 'f', '\\', ';', '\ud800') }),
	);
	fc.assert(
		fc.property(text, (given) => {
			let key: string;
			try {
				key = validKey(given, 'Key');
			} catch (error) {
				expect(error).toBeInstanceOf(InputError);
				return;
			}
			const { pathname } = new URL(
				`/api/v3/appointments/${pathPart(key, 'Key')}/`,
				'https://api.example',
			);
			expect(pathname).toMatch(/^\/api\/v3\/appointments\/[^/]+\/$/);
			expect(decodeURIComponent(pathname.split('/')[4] ?? '')).toBe(given.trim());
		}),
		{ numRuns: 500 },
	);
});

it.each([
	[' a , b ,a,', ['a', 'b']],
	[
		['a', '', 'b', null],
		['a', 'b'],
	],
	['["a", "b"]', ['a', 'b']],
	[[7], ['7']],
	[7, ['7']],
])('several keys in %j are %j', (given, keys) => {
	expect(validKeys(given, 'Tag Keys')).toEqual(keys);
});

it.each([undefined, ' , ', [], '[]', ['a', 'b/c'], 'a,b c'])(
	'several keys %j are refused',
	(given) => {
		expect(() => validKeys(given, 'Tag Keys')).toThrow(/^'Tag Keys': /);
	},
);

it.each([
	'',
	'a b',
	'a\nb',
	'none',
	'a\u200bb',
	'\ud800',
	'a/b',
	'..',
	'x'.repeat(129),
	7,
	{},
	null,
])('%j is no key in a response', (key) => expect(keyIn(key)).toBeUndefined());
