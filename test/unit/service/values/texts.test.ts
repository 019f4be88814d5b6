import fc from 'fast-check';

import { masked, shownText } from '../../../../nodes/AppointmentScheduling/service/values/texts';

const tokens = fc.string({
	unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
	minLength: 12,
	maxLength: 60,
});
const forms: Record<string, (secret: string) => string> = {
	'as it is': (secret) => secret,
	'percent-encoded': encodeURIComponent,
};

it.each(Object.keys(forms))('a secret never appears %s, whatever stands around it', (form) => {
	fc.assert(
		fc.property(tokens, tokens, (token, secret) => {
			fc.pre(!token.includes('•') && !secret.toLowerCase().includes(token.toLowerCase()));
			const shown = forms[form]!(secret);
			expect(masked(`before ${shown} after`, [token, secret])).toBe('before ••• after');
		}),
	);
});

it.each([
	[
		'https://a.example/x?secret=0IzJ-_x did not answer',
		'https://a.example/x?secret=••• did not answer',
	],
	['"https://a.example/x?a=1&Secret=0IzJ&b=2"', '"https://a.example/x?a=1&secret=•••&b=2"'],
	['u=https%3A%2F%2Fa%3Fsecret%3D0IzJ now', 'u=https%3A%2F%2Fa%3Fsecret=••• now'],
	['x?secret\\u003d0IzJ"', 'x?secret=•••"'],
	['x?secret=', 'x?secret=•••'],
])('the secret of a webhook URL never appears: %s', (text, shown) => {
	expect(shownText(text)).toBe(shown);
});

it('a text of the service is short and contains no tags', () => {
	expect(shownText('<a href="x">Fewer than 5</a>')).toBe('‹a href="x"›Fewer than 5‹/a›');
	expect(shownText('x'.repeat(500))).toBe('x'.repeat(500));
	expect(shownText('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`);
	expect(shownText(`${'x'.repeat(488)} secret=0IzJ`)).not.toContain('0IzJ');
});

it.each([
	['line breaks', 'Ana\r\nERROR all is lost', 'Ana ERROR all is lost'],
	['codes that color or erase a line', 'Ana\u001b[2K\u0007', 'Ana [2K '],
	['marks that reverse a line', 'Ana\u202egpj.exe', 'Ana gpj.exe'],
	['separators of lines', 'Ana\u2028\u2029García', 'Ana García'],
	['many spaces', 'Ana \u00a0\t García', 'Ana García'],
	['joiners in Persian names and emoji', 'می‌خواهم 👩‍⚕️', 'می‌خواهم 👩‍⚕️'],
])('a text of the service stays on one line: %s', (_what, text, shown) => {
	expect(shownText(text)).toBe(shown);
});

it('a secret at the end of a long text is hidden as a whole', () => {
	const length = fc.oneof(
		fc.integer({ min: 380, max: 510 }),
		fc.integer({ min: 9_900, max: 10_001 }),
	);
	fc.assert(
		fc.property(tokens, length, fc.boolean(), (token, before, isRepeated) => {
			const start = isRepeated ? token.repeat(before).slice(-before) : '.'.repeat(before);
			const shown = shownText(masked(`${start}${token}${'.'.repeat(2_000)}`, [token]));
			const rest = shown.replaceAll('.', '').replaceAll('•••', '').replace('…', '');
			expect(rest.replace(/[‹›]/g, '').length).toBeLessThanOrEqual(isRepeated ? token.length : 1);
		}),
	);
});

it('a text without secrets is unchanged', () => {
	expect(masked('nothing to hide', [''])).toBe('nothing to hide');
	expect(masked('nothing to hide', ['secret'])).toBe('nothing to hide');
});
