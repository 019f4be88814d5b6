import { denial, refusal } from '../../../../nodes/AppointmentScheduling/service/http/refusal';
import { serviceMessage } from '../../../../nodes/AppointmentScheduling/service/http/serviceMessage';

const numbers = (count: number) => Array.from({ length: count }, (_, number) => `No ${number}`);
const scripted =
	'<!doctype html><!-- a > b --><style>p > a { color: red }</style><script>if (a<b) alert("no")</script><p>Sign in &amp; go on</p>';

describe('the message of the service', () => {
	it.each([
		['nested error', { error: { code: 7, message: 'No slot.' } }, 'No slot.'],
		['two fields', { url: ['Not https.'], events: ['Empty.'] }, 'url: Not https.; events: Empty.'],
		['a list of messages', { errors: [{ message: 'One.' }, { message: 'Two.' }] }, 'One.; Two.'],
		[
			'fields that are called like a message',
			{ message: 'Invalid.', errors: { reason: ['is too long'], start_date: ['is taken'] } },
			'Invalid.; reason: is too long; start_date: is taken',
		],
		['one with a name', { field: '', loc: ['body'], name: 'url', message: 'No.' }, 'url: No.'],
		[
			'fields of FastAPI',
			{
				detail: [
					{ type: 'missing', loc: ['body', 'start_date'], msg: 'Field required' },
					{ type: 'url', loc: ['body', 'events', 0], msg: 'No kind' },
				],
			},
			'start_date: Field required; events.0: No kind',
		],
		[
			'parameters of RFC 9457',
			{ title: 'Not valid.', 'invalid-params': [{ name: 'start_date', reason: 'is past' }] },
			'Not valid.; start_date: is past',
		],
		[
			'pointers of RFC 9457',
			{ errors: [{ detail: 'is past', pointer: '#/start_date' }] },
			'start_date: is past',
		],
		[
			'violations of Quarkus',
			{ title: 'Violation', violations: [{ field: 'start_date', message: 'is past' }] },
			'Violation; start_date: is past',
		],
		[
			'errors of Spring',
			{
				error: 'Bad Request',
				errors: [{ field: 'start', codes: ['x'], defaultMessage: 'is past' }],
			},
			'Bad Request; start: is past',
		],
		['twenty of many', numbers(25), numbers(20).join('; ')],
		['the same twice', { detail: 'No.', message: 'No.' }, 'No.'],
		[
			'an entry of a list in Django',
			{ events: { 1: ['"x" is no choice.'] } },
			'events: "x" is no choice.',
		],
		['a whole form in Django', { non_field_errors: ['Too late.'] }, 'Too late.'],
		[
			'a debug page in plain text',
			'ValueError at /api\nbad literal\n\nRequest:',
			'ValueError at /api',
		],
		['a page with scripts', scripted, 'Sign in &amp; go on'],
	])('is found as %s', (_shape, body, message) => {
		expect(serviceMessage(body, undefined)).toBe(message);
	});

	it.each([undefined, null, '', '\n <html>', '<script>alert(1)</script>', {}, [], { a: null }])(
		'is empty for %j',
		(body) => {
			expect(serviceMessage(body, undefined)).toBe('');
		},
	);
});

describe('a response outside 2xx', () => {
	it('mentions the message of the service only if there is one', () => {
		expect(refusal(418, { detail: 'No.' }).advice).toContain('message of the service');
		expect(refusal(418, {}).advice).not.toContain('message of the service');
	});

	it('mentions the webhook scheme for webhooks only', () => {
		const on = (path: string) => refusal(403, '', { path }).advice;
		expect(on('/api/v3/webhooks/7/')).toContain("'Webhook Auth Scheme'");
		expect(refusal(404, '', { path: '/api/v3/webhooks/7/' }).advice).not.toContain('Scheme');
		expect(on('/api/v3/appointments/7/')).not.toContain('Scheme');
	});

	it('403 with Retry-After is a rate limit, also for webhooks', () => {
		const { advice } = refusal(403, '', { path: '/api/v3/webhooks/', retryAfter: 1_000 });
		expect(advice).toBe('Try again later');
	});

	it('409 suggests another start for Reschedule, and a check of the state otherwise', () => {
		const on = (path: string) => refusal(409, '', { path }).advice;
		expect(on('/api/v3/appointments/7/reschedule/')).toBe('Choose another start');
		expect(on('/api/v3/webhooks/7/')).toContain('state');
	});
});

it.each<[body: object, isDenied: boolean]>([
	...['0', 'none', 'None', ' null ', 'false', '', null, 0, false, [null], { code: 0 }].map(
		(error): [object, boolean] => [{ results: [], error, errors: [error] }, false],
	),
	[{ results: [], error: 'Locked' }, true],
	[{ results: [], errors: [null, 'Locked'] }, true],
	[{ results: [], errors: { start_date: ['Locked'] } }, true],
	...[{ success: 'false' }, { ok: false }, { status: 'error' }, { status: 'fail' }].map(
		(body): [object, boolean] => [body, true],
	),
])('a response of 200 with %j is refused: %p', (body, isDenied) => {
	expect(denial({ status: 200, headers: {}, body }, undefined) !== undefined).toBe(isDenied);
});

it('reads no deeper than a message can be, and only the beginning of a page', () => {
	let deep: object = ['late'];
	for (let depth = 0; depth < 100_000; depth += 1) deep = { error: deep };
	expect(serviceMessage(deep, undefined)).toBe('');
	expect(denial({ status: 200, headers: {}, body: deep }, undefined)).toBeDefined();
	expect(serviceMessage(`<p>${' '.repeat(20_000)}late</p>`, undefined)).toBe('');
});
