import fc from 'fast-check';

import { apiPath } from '../../../../nodes/AppointmentScheduling/service/values/addresses';
import { InputError } from '../../../../nodes/AppointmentScheduling/service/core/errors';
import {
	comparableKey,
	keyIn,
	sameKey,
	validKey,
	validKeys,
} from '../../../../nodes/AppointmentScheduling/service/values/keys';

it.each([undefined, '  ', true, [], '..', 'x'.repeat(129)])(
	'the key %p is refused with the name of its field',
	(given) => expect(() => validKey(given, 'Client Key')).toThrow(/^'Client Key': /),
);

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
			const { pathname } = new URL(apiPath('appointments', key), 'https://api.example');
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

it('upper and lower case make another key, unless it is like a UUID', () => {
	expect(sameKey('4mXq', '4MXQ')).toBe(false);
	expect(sameKey('8F14E45F-CEEA', '8f14e45f-ceea')).toBe(true);
	expect(sameKey(7, '7')).toBe(true);
	expect(sameKey('a', 'b')).toBe(false);
});

it.each(['', 'a b', 'a\nb', 'a\u200bb', '\ud800', 'x'.repeat(129), {}, null])(
	'%j is not remembered as a key, because what is stored is separated by spaces and lines',
	(key) => expect(comparableKey(key)).toBeUndefined(),
);

it.each([NaN, 1.5, 2 ** 53])('the number %d is refused, because it is not exact', (number) => {
	expect(() => validKey(number, 'Key')).toThrow(`'Key': ${number} is not exact`);
});

it('a whole number is a key', () => {
	expect([validKey(42, 'Key'), keyIn(42), keyIn(0)]).toEqual(['42', '42', '0']);
});
