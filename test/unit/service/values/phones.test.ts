import fc from 'fast-check';

import { isSamePhone } from '../../../../nodes/AppointmentScheduling/service/values/phones';

describe('two numbers are the same', () => {
	it.each<[string, string, isSame: boolean]>([
		['+55 (11) 99999-0000', '5511999990000', true],
		// Without the mobile digit, as WhatsApp has it.
		['551199990000', '+5511999990000', true],
		['525512345678', '+52 1 55 1234 5678', true],
		['541112345678', '+54 9 11 1234-5678', true],
		// Without the country code of Brazil.
		['11999990000', '+5511999990000', true],
		['1133334444', '+551133334444', true],
		['1199990000', '+5511999990000', true],
		['551199990000', '11999990000', true],
		['5599990000', '+555599990000', true],
		['12345678', '12345678', true],
		['1234567', '1234567', false],
		['', '', false],
		['5511999990000', '5511999990001', false],
		['5511999990000', '5521999990000', false],
		// Other digits than that of mobile phones, and in other countries.
		['551199990000', '5511899990000', false],
		['351199990000', '3511999990000', false],
		['525512345678', '5295512345678', false],
		['99999000', '5511999990000', false],
		['999990000', '5511999990000', false],
		['999990000', '55999990000', false],
		['351199990000', '55351199990000', false],
		['11999990000', '+5411999990000', false],
		['1199990000', '11999990000', false],
	])('%s and %s: %p', (one, other, isSame) => {
		expect([isSamePhone(one, other), isSamePhone(other, one)]).toEqual([isSame, isSame]);
	});

	const digits = fc.stringMatching(/^\d{0,15}$/);
	const noise = fc.stringMatching(/^[ ().+-]{0,3}$/);

	it('however they are written, and never if their last eight digits differ', () => {
		fc.assert(
			fc.property(digits, fc.array(noise, { minLength: 16, maxLength: 16 }), (number, gaps) => {
				const written = gaps.map((gap, index) => gap + number.charAt(index)).join('');
				expect(isSamePhone(number, written)).toBe(number.length >= 8);
			}),
		);
		const brazilian = fc.stringMatching(/^(55)?[1-9]\d9?\d{8}$/);
		fc.assert(
			fc.property(fc.oneof(digits, brazilian), fc.oneof(digits, brazilian), (one, other) => {
				const isSame = isSamePhone(one, other);
				expect(isSamePhone(other, one)).toBe(isSame);
				if (one.slice(-8) !== other.slice(-8)) expect(isSame).toBe(false);
			}),
		);
		fc.assert(
			fc.property(fc.stringMatching(/^[1-9]\d\d{8}$/), (number) => {
				const [area, local] = [number.slice(0, 2), number.slice(2)];
				const forms = [`55${area}9${local}`, `55${area}${local}`];
				const all = [...forms, `${area}9${local}`, `${area}${local}`];
				for (const one of forms)
					for (const other of all) expect(isSamePhone(one, other)).toBe(true);
			}),
		);
	});
});
