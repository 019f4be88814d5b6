import fc from 'fast-check';
import { isExpression, traverseNodeParameters, type FromAIArgument } from 'n8n-workflow';
import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { failureOf, host, nock } from '../actions/support';
import { defaultCredentials, listSearch, loadOptions } from '../support';

const path = (name: string) => `/api/v3/${name}/`;
const page = (results: object[]) => ({ count: results.length, next: null, results });
const search = async (method: string, filter?: string) =>
	await listSearch(AppointmentScheduling, method, { filter });
const services = async () => await loadOptions(AppointmentScheduling, 'getServices');
const rowsOf = async (method: string) =>
	method === 'getServices' ? await services() : (await search(method)).results;

it('webhooks never show the secret of a URL, which n8n would store in the workflow', async () => {
	const url = 'https://ana:pass@a.example/x?secret=s3cret&tenant=7#s3cret';
	const shown = [
		{ webhook_key: 'k1', url, events: ['appointment.created'] },
		{ id: 2, url: '/x?secret=s3cret' },
		{ url: 'https://a.example/without-key' },
	];
	nock(host).persist().get(path('webhooks')).query(true).reply(200, page(shown));
	expect((await search('searchWebhooks')).results).toEqual([
		{ name: 'https://a.example/x (appointment.created)', value: 'k1' },
		{ name: '/x', value: '2' },
	]);
	expect((await search('searchWebhooks', ' A.EXAMPLE ')).results).toHaveLength(1);
});

it.each([
	['', 'a: Clínica Geral', 'b: Dr. Weber', 'c: c'],
	['clinica', 'a: Clínica Geral'],
	[' WEBER', 'b: Dr. Weber'],
	['c', 'a: Clínica Geral', 'c: c'],
])('calendars show their names, and are found by %j: %s', async (typed, ...rows) => {
	const shown = [
		{ calendar_key: 'a', name: 'Clínica Geral' },
		{ calendar_key: 'b', calendar_name: 'Dr. Weber', is_active: false },
		{ calendar_key: 'c' },
		{ name: 'without a key' },
	];
	nock(host).get(path('calendars')).query(true).reply(200, page(shown));
	const { results } = await search('searchCalendars', typed);
	expect(results.map(({ name, value }) => `${value}: ${name}`)).toEqual(rows);
});

it('services show how long they take, in the order of their names', async () => {
	const shown = [
		{ service_key: 'r', service_name: 'Retorno', duration: 30 },
		{ service_key: 'l', name: 'Limpeza', duration: 60, is_active: false },
		{ service_key: 'a', name: 'Avaliação' },
		{ service_name: 'without a key' },
	];
	nock(host).get(path('services')).query(true).reply(200, page(shown));
	expect(await services()).toEqual([
		{ name: 'Avaliação', value: 'a' },
		{ name: 'Limpeza (60 min, not active)', value: 'l' },
		{ name: 'Retorno (30 min)', value: 'r' },
	]);
});

const methods = ['searchAppointments', 'searchCalendars', 'searchWebhooks', 'getServices'];

describe('n8n never evaluates a row', () => {
	const hostile = fc
		.array(
			fc.constantFrom(
				...'=|＝|{{|}}|{|}| |\n|\uFEFF|\u200B|\u202E|\x1b|\0'.split('|'),
				...['$fromAI(', '$', 'fromAI', '("a")', 'process.exit()', '<img src=x>', 'Ana', '7*7'],
			),
			{ minLength: 1, maxLength: 8 },
		)
		.map((parts) => parts.join(''));

	it.each(methods)('%s', async (method) => {
		await fc.assert(
			fc.asyncProperty(hostile, hostile, async (text, key) => {
				const results = [key, 'plain'].map((one) => ({
					search_code: text,
					start_date: text,
					status: text,
					attendees: [{ name: text, email: text }],
					calendar: { calendar_key: one, name: text },
					appointment_key: one,
					calendar_key: one,
					service_key: one,
					webhook_key: one,
					name: text,
					url: text,
					events: [text],
				}));
				nock(host).persist().get(/./).query(true).reply(200, page(results));
				const rows = await rowsOf(method);
				nock.cleanAll();
				expect(rows.map(({ value }) => value)).toContain('plain');
				const stored = rows.flatMap(({ name, value }) => [name, String(value)]);
				const found: FromAIArgument[] = [];
				traverseNodeParameters(stored, found);
				expect(found).toEqual([]);
				for (const one of stored) {
					// As it is, or after any trimming.
					expect(isExpression(one.replace(/^[\s\p{C}]+/u, ''))).toBe(false);
					expect(one).not.toMatch(/[{}<>\p{Cc}\p{Cf}]/u);
					expect(one).not.toBe('');
				}
			}),
			{ numRuns: 25, examples: [['=7*7', '=7*7']] },
		);
	});
});

it('a list that cannot be read says why, without the token, the Webhook Secret and tags', async () => {
	const credentials = { webhookSecret: 'of-the-hook' };
	const detail = `The <b>token</b> ${defaultCredentials.accessToken} is not of-the-hook.`;
	nock(host).get(/./).reply(401, { detail });
	const reading = listSearch(AppointmentScheduling, 'searchCalendars', { credentials });
	expect(await failureOf(reading)).toMatchObject({
		name: 'NodeApiError',
		message: 'The service did not accept the access token: The token ••• is not •••.',
		description: expect.stringContaining('Access Token'),
	});
	// A short one is a word.
	nock(host).get(/./).reply(401, { detail });
	const word = { credentials: { webhookSecret: 'of' } };
	const other = await failureOf(listSearch(AppointmentScheduling, 'searchCalendars', word));
	expect(other.message).toContain('of-the-hook');
});

it('a list does not wait for a quota that is used up, and says when to try again', async () => {
	nock(host).get(/./).reply(429, { detail: 'Throttled.' }, { 'retry-after': '60' });
	const failure = await failureOf(services());
	expect(failure.message).toContain('quota of requests is used up');
	expect(failure.description).toMatch(/^Try again at 20\d\d-.* \(Europe\/Madrid\)/);
});
