import fc from 'fast-check';
import { isExpression, traverseNodeParameters, type FromAIArgument } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { failureOf, host, nock } from '../actions/support';
import { listSearch } from '../support';

const appointments = '/api/v3/appointments/';
const search = async (method: string, filter?: string) =>
	await listSearch(AppointmentScheduling, method, { filter });

describe('webhooks', () => {
	it('never show the secret of a URL, which n8n would store in the workflow', async () => {
		const url = 'https://ana:pass@a.example/x?secret=s3cret&tenant=7#s3cret';
		nock(host)
			.persist()
			.get('/api/v3/webhooks/')
			.reply(200, [
				{ id: 1, url, events: ['appointment.created'] },
				{ id: 2, url: '/x?secret=s3cret' },
				{ url: 'https://a.example/without-key' },
			]);
		expect((await search('searchWebhooks')).results).toEqual([
			{ name: 'https://a.example/x (appointment.created)', value: '1' },
			{ name: '/x', value: '2' },
		]);
		expect((await search('searchWebhooks', ' A.EXAMPLE ')).results).toHaveLength(1);
	});
});

it('a calendar that is not among those of the first 1,000 appointments is not said to be missing', async () => {
	const results = Array.from({ length: 1_000 }, (_, index) => ({
		appointment_key: `k${index}`,
		start_date: '2090-05-16T10:00:00',
		calendar: { calendar_key: 'c', name: 'Dentistry' },
	}));
	nock(host).persist().get(appointments).query(true).reply(200, { results, next: null });
	expect((await search('searchCalendars', 'dent')).results).toHaveLength(1);
	const failure = await failureOf(search('searchCalendars', 'Radiology'));
	expect(failure.message).toMatch(/^'Calendar': nothing was found\. .*first 1000/);
});

describe('n8n never evaluates a row', () => {
	const hostile = fc
		.array(
			fc.constantFrom(
				...[
					'=',
					'＝',
					'{{',
					'}}',
					'{',
					'}',
					' ',
					'\n',
					'\uFEFF',
					'\u200B',
					'\u202E',
					'\x1b',
					'\0',
					"'",
				],
				...['$fromAI(', '$', 'fromAI', '("a")', 'process.exit()', '<img src=x>', 'Ana', '7*7'],
			),
			{ minLength: 1, maxLength: 8 },
		)
		.map((parts) => parts.join(''));

	it.each(['searchAppointments', 'searchCalendars', 'searchWebhooks'])('%s', async (method) => {
		await fc.assert(
			fc.asyncProperty(hostile, hostile, async (text, key) => {
				const person = { full_name: text, email: text };
				const results = [key, 'plain'].map((calendar_key) => ({
					search_code: text,
					start_date: text,
					status: text,
					person,
					appointment_key: calendar_key,
					calendar: { calendar_key, name: text },
				}));
				const webhooks = [key, 'plain'].map((id) => ({ id, url: text, events: [text] }));
				nock(host).persist().get(appointments).query(true).reply(200, { results });
				nock(host).persist().get('/api/v3/webhooks/').reply(200, webhooks);
				const rows = (await search(method)).results;
				nock.cleanAll();
				expect(rows.map(({ value }) => value)).toContain('plain');
				for (const { name, value } of rows) {
					const found: FromAIArgument[] = [];
					traverseNodeParameters([name, value], found);
					expect(found).toEqual([]);
					for (const stored of [name, String(value)]) {
						// As it is, or after any trimming.
						expect(isExpression(stored.replace(/^[\s\p{C}]+/u, ''))).toBe(false);
						expect(stored).not.toMatch(/[{}<>\p{Cc}\p{Cf}]/u);
						expect(stored).not.toBe('');
					}
				}
			}),
			{ numRuns: 60 },
		);
	});
});

it.each(['searchAppointments', 'searchCalendars', 'searchWebhooks'])(
	'%s reports what went wrong, without the token and without tags',
	async (method) => {
		nock(host).get(/./).reply(401, { detail: 'Invalid <b>token</b> token-of-the-unit-tests.' });
		const failure = await failureOf(search(method));
		expect(failure).toMatchObject({
			name: 'NodeApiError',
			message: 'The service did not accept the access token: Invalid ‹b›token‹/b› •••.',
			description: expect.stringContaining('Access Token'),
		});
		expect(JSON.stringify(failure)).not.toContain('token-of-the-unit-tests');
	},
);
