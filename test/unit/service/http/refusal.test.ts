import fc from 'fast-check';

import { hasStatus, ServiceError } from '../../../../nodes/AppointmentScheduling/service/errors';
import {
	masked,
	refusal,
	serviceMessage,
} from '../../../../nodes/AppointmentScheduling/service/http/refusal';

describe("the service's words", () => {
	it.each([
		['detail', { detail: 'Not found.' }, 'Not found.'],
		['message', { message: 'No slot.', code: 409 }, 'No slot.'],
		['error', { error: 'invalid_token', error_description: 'Expired.' }, 'Expired.; invalid_token'],
		['nested error', { error: { code: 7, message: 'No slot.' } }, 'No slot.'],
		['title and detail', { title: 'Bad', detail: 'No slot.', status: 400 }, 'No slot.; Bad'],
		['field lists', { start_date: ['Wrong format.'] }, 'start_date: Wrong format.'],
		['two fields', { url: ['Not https.'], events: ['Empty.'] }, 'url: Not https.; events: Empty.'],
		['fields below errors', { errors: { url: ['Not https.'] } }, 'url: Not https.'],
		['a message and fields', { message: 'Bad', errors: { url: ['No.'] } }, 'Bad; url: No.'],
		['a list', ['One.', 'Two.'], 'One.; Two.'],
		['a list of messages', { errors: [{ message: 'One.' }, { message: 'Two.' }] }, 'One.; Two.'],
		['text', ' Slow down. ', 'Slow down.'],
		['text with a sign', 'Fewer than < 5', 'Fewer than < 5'],
		['a number', { detail: 42 }, '42'],
		['one with a name', { field: '', loc: ['body'], name: 'url', message: 'No.' }, 'url: No.'],
		['twenty of many', Array.from({ length: 25 }, () => 'No'), Array(20).fill('No').join('; ')],
		['as much as is shown', 'x'.repeat(500), 'x'.repeat(500)],
		['the same twice', { detail: 'No.', message: 'No.' }, 'No.'],
	])('are found as %s', (_shape, body, words) => {
		expect(serviceMessage(body)).toBe(words);
	});

	it('keep the field of a message in a list', () => {
		const words = serviceMessage({ errors: [{ field: 'start_date', message: 'Not available.' }] });
		expect(words).toContain('start_date');
		expect(words).toContain('Not available.');
	});

	it.each([
		undefined,
		null,
		'',
		'<!doctype html><h1>Bad Gateway</h1>',
		'\n <html>',
		{},
		[],
		{ a: null },
	])('are none in %j', (body) => {
		expect(serviceMessage(body)).toBe('');
	});

	it.each<[string, (value: unknown) => unknown, number]>([
		['messages', (detail) => ({ detail }), 5],
		['lists', (value) => [value], 5],
		['errors', (errors) => ({ errors }), 6],
		['fields', (start_date) => ({ start_date }), 3],
	])('are not looked for at any depth of %s', (_what, wrap, most) => {
		let body: unknown = 'No slot.';
		for (let depth = 0; depth < most; depth += 1) body = wrap(body);
		expect(serviceMessage(body)).toContain('No slot.');
		expect(serviceMessage(wrap(body))).toBe('');
	});

	it('are short text, whatever JSON the service answers', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 8 }), (body) => {
				const words = serviceMessage(body);
				expect(typeof words).toBe('string');
				expect(words.length).toBeLessThanOrEqual(501);
			}),
		);
	});

	it('are no switches that say nothing to a reader', () => {
		expect(serviceMessage({ success: false, retry: true, detail: 'No slot.' })).toBe('No slot.');
		expect(serviceMessage({ success: false })).toBe('');
	});

	it('hide the token before they are cut, so that no half of it is left', () => {
		const token = 'abcdefghijklmnop';
		for (let before = 480; before <= 500; before += 1) {
			const words = serviceMessage({ detail: `${'x'.repeat(before)}${token}` }, token);
			expect(words).not.toContain('abc');
			expect(words.length).toBeLessThanOrEqual(501);
		}
	});

	it('are cut from a long answer', () => {
		const words = serviceMessage({ detail: 'x'.repeat(10_000) });
		expect(words).toBe(`${'x'.repeat(500)}…`);
	});
});

it('the token is hidden as it is, and as it stands in an address', () => {
	const token = 'a+b/c=d';
	expect(masked(`${token} ?t=${encodeURIComponent(token)}`, ` ${token} `)).toBe('••• ?t=•••');
	expect(masked('nothing to hide', '')).toBe('nothing to hide');
	expect(masked('nothing to hide', undefined)).toBe('nothing to hide');
});

describe('an answer outside 2xx', () => {
	it.each([400, 401, 403, 404, 409, 410, 415, 418, 422, 429, 500, 502, 503])(
		'%i tells what happened, in whose words, and what to do',
		(status) => {
			const { message, remedy, status: kept } = refusal(status, { detail: 'The words.' });
			expect(message).toMatch(
				new RegExp(`^The .*\\(${status}\\): The words\\.$|^This .*: The words\\.$`),
			);
			expect(remedy.length).toBeGreaterThan(14);
			expect(kept).toBe(status);
		},
	);

	it.each([
		[418, 'The service refused the request (418)'],
		[499, 'The service refused the request (499)'],
		[500, 'The service failed to handle the request (500)'],
		[599, 'The service failed to handle the request (599)'],
	])('of %i without a meaning of its own is told by its class', (status, message) => {
		expect(refusal(status, '').message).toBe(message);
	});

	it('says which part of the credential to look at', () => {
		expect(refusal(401, '').remedy).toBe("Check 'Access Token' in the credential");
		expect(refusal(404, '').remedy).toMatch(/key.*Base URL/);
	});

	it.each([401, 403])('mentions the webhook scheme for webhooks only (%i)', (status) => {
		const on = (path: string) => refusal(status, '', { path }).remedy;
		expect(on('/api/v3/webhooks/7/')).toContain("'Webhook Auth Scheme'");
		expect(on('/api/v3/appointments/7/')).not.toContain('Scheme');
	});

	it('does without words where there are none', () => {
		expect(refusal(404, '<html></html>').message).toBe(
			'The service does not know this address or key (404)',
		);
	});

	it.each([
		[400, false],
		[404, false],
		[409, false],
		[429, false],
		[500, true],
		[502, true],
		[503, true],
		[504, true],
	])('%i leaves open whether it took effect: %p', (status, uncertain) => {
		expect(refusal(status, '').uncertain).toBe(uncertain);
	});
});

it('is certain, and without a status, unless it is told otherwise', () => {
	expect(new ServiceError('a', 'b')).toMatchObject({ uncertain: false, status: undefined });
});

it('knows a status', () => {
	expect(hasStatus(refusal(404, ''), 404, 410)).toBe(true);
	expect(hasStatus(refusal(409, ''), 404, 410)).toBe(false);
	expect(hasStatus(new ServiceError('a', 'b'), 404)).toBe(false);
	expect(hasStatus(Object.assign(new Error('a'), { status: 404 }), 404)).toBe(false);
});
