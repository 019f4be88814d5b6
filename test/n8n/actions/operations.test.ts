import { describeOperations } from '../../contract/operations';
import { contractIn } from '../../contract/support';
import { STATUSES } from '../../stand-in';
import { runAction } from '../harness';
import { credentialOf, useSharedN8n } from '../support/fixture';
import { locator } from '../support/actions';

const fixture = useSharedN8n();

describeOperations(
	async () =>
		await contractIn('odd', async (credentials, parameters, items) => {
			const credentialId = await fixture.n8n.api.createCredential(credentials);
			const result = await runAction(fixture.n8n, { credentialId, parameters, items });
			if (result.error) throw new Error(result.error.message);
			return result.output;
		}),
);

const on = (operation: string, more: object) => ({
	resource: 'appointment',
	operation,
	appointment: locator('={{ $json.key }}'),
	...more,
});

test('expressions have a value for each item, and each item is paired with its input', async () => {
	const { service, n8n, credentialId } = fixture;
	const items = service
		.seed(STATUSES.length)
		.map(({ appointment_key: key }, index) => ({ key, status: STATUSES[index]! }));
	const parameters = on('updateStatus', { status: '={{ $json.status }}' });

	const { items: returned } = await runAction(n8n, { credentialId, parameters, items });

	expect(returned.map(({ json }) => json.status)).toEqual(STATUSES);
	expect(returned.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	expect(items.map(({ key }) => service.appointments.get(key)!.status)).toEqual(STATUSES);
});

// More about zones: test/unit/actions/zone.test.ts.
test('a date of n8n is sent with the offset of its day in the zone of the account, or of Timezone', async () => {
	const { service, n8n, credentialId } = fixture;
	const items = service.seed(1).map(({ appointment_key: key }) => ({ key }));
	const moment = { startDate: "={{ DateTime.fromISO('2027-01-05T10:00:00Z') }}" };
	const local = { startDate: '2027-01-05T10:00:00', options: { timezone: 'Asia/Tokyo' } };

	service.speak({ dates: 'utc' });
	for (const more of [moment, local]) {
		const parameters = on('reschedule', more);
		await runAction(n8n, { credentialId, parameters, items, timezone: 'America/New_York' });
	}

	const bodies = service.requests
		.of('PATCH', /reschedule/)
		.map(({ body }) => JSON.parse(body) as object);
	expect(bodies).toEqual([
		{ start_date: '2027-01-05T11:00:00+01:00' },
		{ start_date: '2027-01-05T10:00:00+09:00' },
	]);
});

// Every style of lists: test/unit/service/lists.
test('Get Many has a hint if the list is shorter than its count, or the zone contradicts the service', async () => {
	const { service, n8n } = fixture;
	service.speak({ pagination: 'pages', count: 'tooHigh', dates: 'offset' });
	const credential = { ...credentialOf(service), timezone: 'Asia/Tokyo' };
	const { hints } = await runAction(n8n, {
		credentialId: await n8n.api.createCredential(credential),
		parameters: { resource: 'appointment', operation: 'getAll', returnAll: true },
	});
	expect(hints).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^The service reported \d+ entries but returned \d+/),
			expect.stringContaining('but Asia/Tokyo is at'),
		]),
	);
});
