import type { ServiceRequest } from '../../../nodes/AppointmentScheduling/service/exchange';
import { refusal, textsIn } from '../../../nodes/AppointmentScheduling/service/refusal';
import { json, takesShort } from './support';

const token = '0123456789abcdef0123456789abcdef01234567';
const asked = { path: 'appointments/', method: 'POST' } as const;
const refused = (status: number, body: unknown, more: Partial<ServiceRequest> = {}) =>
	refusal(json(body, status), { ...asked, ...more }, [token, 'hook-secret'])!;
const said = (body: unknown) => refused(400, body).said;

describe('what the service says', () => {
	it.each<[string, unknown, string]>([
		['a detail', { detail: 'Not found.' }, 'Not found.'],
		['texts by field', { start: ['Taken.', 'Closed.'] }, 'start: Taken.; start: Closed.'],
		[
			'texts in lists',
			{ attendees: [{}, { email: ['Enter a valid email.'] }] },
			'attendees.email: Enter a valid email.',
		],
		['texts about all fields', { non_field_errors: ['Too late.'] }, 'Too late.'],
		[
			'texts about all fields of one',
			{ attendees: { non_field_errors: ['None.'] } },
			'attendees: None.',
		],
		[
			'a bare list',
			['This appointment is already cancelled.'],
			'This appointment is already cancelled.',
		],
		['a text', 'Busy', 'Busy'],
		['a web page', '\n<html><title>Not Found</title>', ''],
		['markup in a text', { detail: 'No <b>such</b> <script>x()</script> key' }, 'No such x() key'],
		['an unfinished tag', { detail: 'less than <5' }, 'less than ‹5'],
		['nothing', {}, ''],
		['blank fields', { detail: null, start: [''], end: {} }, ''],
	])('is found in %s', (_what, body, text) => {
		expect(said(body)).toBe(text);
	});

	it('never has the token, the secret of a webhook URL or Webhook Secret', () => {
		const body = {
			detail: `Token ${token} at https://a.example/?x=1&secret=abc123 with hook-secret`,
			[`field ${token}`]: ['x'],
		};
		const { message } = refused(400, body);
		expect(message).not.toMatch(new RegExp(`${token}|abc123|hook-secret`));
		expect(message).toContain('•••');
	});

	it('has at most 500 characters, whatever the service sends, and does not stop n8n', async () => {
		const million = Array.from({ length: 1_000_000 }, (_, index) => `text ${index}`);
		const fields = Object.fromEntries(million.map((text) => [text, text]));
		let deep: unknown = 'deep';
		for (let level = 0; level < 50_000; level += 1) deep = { a: deep };
		const bodies = [{ detail: 'x'.repeat(5_000_000) }, million, fields, deep, { a: [million] }];
		await takesShort(() => {
			for (const body of bodies) expect(said(body).length).toBeLessThanOrEqual(12_000);
			for (const body of bodies.slice(0, 2)) {
				const texts = textsIn(body, [token]).map(({ text }) => text);
				expect(texts.join('').length).toBeLessThanOrEqual(500);
			}
		});
	});
});

describe('a refusal', () => {
	it.each([400, 401, 403, 404, 405, 409, 410, 422, 429])(
		'with %i proves that nothing was done',
		(status) => {
			expect(refused(status, {}).details).toMatchObject({ status, mayBeDone: false });
		},
	);

	it.each([200, 302, 408, 500, 502, 503, 504])(
		'with %i proves nothing about a change',
		(status) => {
			const page = '<html>Sign in</html>';
			expect(refused(status, page).details).toMatchObject({ status, mayBeDone: true });
			expect(refused(status, page, { method: 'GET' }).details.mayBeDone).toBe(false);
		},
	);

	it.each([
		[{ appointment_key: 'a' }, 200],
		[[], 200],
		['', 204],
		[undefined, 200],
	])('is not %j with %i after a change', (body, status) => {
		expect(refusal(json(body, status), asked, [])).toBeUndefined();
	});

	it.each([
		[200, '', 'The service responded with an empty body'],
		[200, '<html>Sign in</html>', 'The service responded without JSON'],
		[200, '{"results": [', 'The service responded without JSON'],
		[302, '', 'The service redirects to another address, which is not followed'],
		[308, '', 'The service redirects to another address, which is not followed'],
	])('is %i with %j after a read, which names Base URL', (status, body, title) => {
		const { message, advice } = refused(status, body, { method: 'GET' });
		expect(message).toBe(`${title} (${status})`);
		expect(advice).toContain("'Base URL'");
	});

	it('with 401 says that the account may be at the other host', () => {
		expect(refused(401, {}).advice).toContain('eagenda.com.br, eagendas.com');
	});

	it('of webhooks with 401 or 403 names the scheme, and no other does', () => {
		for (const status of [401, 403]) {
			expect(refused(status, {}, { path: 'webhooks/7/' }).advice).toContain(
				"'Webhook Auth Scheme'",
			);
			expect(refused(status, {}).advice).not.toContain('Scheme');
		}
		expect(refused(404, {}, { path: 'webhooks/7/' }).advice).not.toContain('Scheme');
	});

	it('has the wait that the service asks for, up to an hour', () => {
		const waitOf = (seconds: string) =>
			refusal(json({}, 503, { 'retry-after': seconds }), asked, [])?.details.retryAfter;
		expect(waitOf('7')).toBe(7_000);
		expect(waitOf('99999999')).toBe(3_600_000);
		expect(waitOf('soon')).toBeUndefined();
	});

	it('has a summary without the text of the service, for the log', () => {
		const { summary, message } = refused(400, { detail: 'Ana Lima has this time' });
		expect(message).toContain('Ana Lima');
		expect(summary).toBe('The service refused the request as invalid (400)');
	});
});
