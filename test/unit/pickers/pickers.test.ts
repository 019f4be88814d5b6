import { failureOf, host, nock } from '../actions/support';
import { appointments, row, search } from './support';

afterEach(() => jest.restoreAllMocks());

describe('calendars', () => {
	it('are those of recent appointments, each once, by their names', async () => {
		nock(host)
			.get(appointments)
			.query(({ start_date }) => {
				const days = (Date.now() - Date.parse(String(start_date))) / 86_400_000;
				return days > 28 && days < 33;
			})
			.reply(200, { results: [row('2'), row('1'), row('2'), row('3', { calendar: null })] });
		expect((await search('searchCalendars')).results).toEqual([
			{ name: 'Room 1', value: 'c1' },
			{ name: 'Room 2', value: 'c2' },
		]);
	});

	it.each(['room 2', 'C2'])('are narrowed by %p', async (typed) => {
		nock(host)
			.get(appointments)
			.query(true)
			.reply(200, { results: [row('1'), row('2')] });
		expect((await search('searchCalendars', typed)).results.map(({ value }) => value)).toEqual([
			'c2',
		]);
	});
});

describe('webhooks', () => {
	const list = [
		{ id: 1, url: 'https://a.example/x', events: ['appointment.created', 'appointment.canceled'] },
		{ webhook: { uuid: 'u', url: 'https://b.example/y' } },
		{ url: 'https://without.key.example' },
	];

	it('are shown by address and events, if they have a key', async () => {
		nock(host).get('/api/v3/webhooks/').reply(200, list);
		expect((await search('searchWebhooks')).results).toEqual([
			{ name: 'https://a.example/x (appointment.created, appointment.canceled)', value: '1' },
			{ name: expect.stringContaining('https://b.example/y'), value: 'u' },
		]);
	});

	it('never show the secret of a URL, which n8n would store in the workflow', async () => {
		const url = 'https://ana:pass@a.example/x?secret=s3cret&tenant=7#s3cret';
		nock(host)
			.get('/api/v3/webhooks/')
			.reply(200, [
				{ id: 1, url, events: ['appointment.created'] },
				{ id: 2, url: '/x?secret=s3cret' },
			]);
		expect((await search('searchWebhooks')).results).toEqual([
			{ name: 'https://a.example/x (appointment.created)', value: '1' },
			{ name: '/x', value: '2' },
		]);
	});

	it.each(['B.EXAMPLE', ' /y '])('are narrowed by %p', async (typed) => {
		nock(host).get('/api/v3/webhooks/').reply(200, list);
		expect((await search('searchWebhooks', typed)).results.map(({ value }) => value)).toEqual([
			'u',
		]);
	});
});

it.each(['searchAppointments', 'searchCalendars', 'searchWebhooks'])(
	'%s tells what went wrong, without the token',
	async (method) => {
		nock(host).get(/./).reply(401, { detail: 'Invalid token.' });
		const failure = await failureOf(search(method));
		expect(failure).toMatchObject({
			name: 'NodeApiError',
			message: 'The service did not accept the access token: Invalid token.',
			description: expect.stringContaining('Access Token'),
		});
		expect(JSON.stringify(failure)).not.toContain('token-of-the-unit-tests');
	},
);
