import { credentialOf, useSharedN8n, type Fixture } from '../support/fixture';
import {
	activeTrigger,
	ALL,
	CANCELED,
	clearTriggers,
	CREATED,
	expectRuns,
	inDays,
	notificationOf,
	UPDATED,
	type EventWorkflow,
} from '../support/events';

const BODIES = ['document', 'wrapped', 'flat', 'bare'] as const;
const BY_HAND = { events: ALL, registration: 'manual', options: {} };
const WORDS = ['CREATED', 'UPDATED', 'CANCELED'];

// Every case: test/unit/webhookTrigger/deliveries.
const fixture = useSharedN8n({ deliveries: { schedule: [] } });
const secured = {} as Fixture;
beforeAll(async () => {
	const data = { ...credentialOf(fixture.service), webhookSecret: 'Bearer secret-of-the-clinic' };
	const credentialId = await fixture.n8n.api.createCredential(data);
	Object.assign(secured, fixture, { credentialId });
});
afterEach(async () => {
	await clearTriggers();
	fixture.service.set({ bodies: 'document', registration: 'open' });
});

/** A change of each kind, as the service notifies of it in each of the four bodies. */
async function changeInAllBodies(): Promise<string[]> {
	const { service } = fixture;
	const keys: string[] = [];
	for (const bodies of BODIES) {
		service.set({ bodies });
		const { appointment_key: key } = service.book({ start_date: inDays(2), status: 'PENDING' });
		await service.deliveries.settled();
		service.updateStatus(key, 'CONFIRMED');
		await service.deliveries.settled();
		service.cancel(key);
		await service.deliveries.settled();
		keys.push(key);
	}
	return keys;
}

async function expectAll(workflow: EventWorkflow): Promise<void> {
	const before = fixture.service.deliveries.entries.length;
	const keys = await changeInAllBodies();
	const answers = fixture.service.deliveries.entries
		.slice(before)
		.flatMap(({ attempts }) => attempts);
	expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(12).fill([200, '']));
	await expectRuns(fixture, workflow, 12);
	const received = await workflow.received();
	const ran = received.map(({ event, appointment, start }) => {
		expect(start).toMatchObject({ weekday: expect.any(String) });
		return [event, (appointment as { appointment_key: string }).appointment_key];
	});
	expect(ran).toEqual(
		keys.flatMap((key, index) => {
			const kinds =
				BODIES[index] === 'bare' ? [null, null, CANCELED] : [CREATED, UPDATED, CANCELED];
			return kinds.map((kind) => [kind, key]);
		}),
	);
}

test('Automatic: each of the four bodies starts an execution with its event and the appointment, only with the secret, which no execution shows', async () => {
	const workflow = await activeTrigger(fixture, { events: ALL, options: {} });
	const [path, secret] = workflow.url().split('?secret=') as [string, string];
	for (const query of ['', '?secret=wrong', '?secret=a&secret=b', '?secret[a]=b']) {
		for (const sent of [notificationOf('key'), { not: 'a notification' }]) {
			const answer = await fixture.service.deliveries.send(path + query, sent);
			expect([answer.status, answer.body]).toEqual([404, '{"message":"Not found"}']);
		}
	}
	await expectAll(workflow);
	expect(JSON.stringify(await workflow.executions())).not.toContain(secret);
});

test('By Hand: the same, with the URL and the header that a user enters in the dashboard', async () => {
	const { service } = fixture;
	service.set({ registration: 'forbidden' });
	service.requests.clear();
	const workflow = await activeTrigger(secured, BY_HAND);
	const url = workflow.address();
	const headers = { Authorization: 'Bearer secret-of-the-clinic' };
	service.webhooks.add({ url, events: WORDS, headers });
	const ofCalendar = { event: 'DELETED', calendar_key: 'key', is_active: true };
	expect(await service.deliveries.send(url, ofCalendar, { headers })).toMatchObject({
		status: 200,
	});
	await expectAll(workflow);

	for (const authorization of [undefined, 'Bearer other', 'secret-of-the-clinic']) {
		const sent = authorization === undefined ? {} : { headers: { authorization } };
		const answer = await service.deliveries.send(url, notificationOf('stranger'), sent);
		expect(answer.status).toBe(401);
	}
	await expectRuns(fixture, workflow, 12);
	expect(JSON.stringify(await workflow.received())).not.toContain('secret-of-the-clinic');
	const statuses = service.deliveries.entries.flatMap(({ attempts }) =>
		attempts.map((one) => one.status),
	);
	expect(new Set(statuses)).toEqual(new Set([200]));
	await fixture.n8n.api.deactivate(workflow.id);
	expect(service.requests.of('POST', /webhooks/)).toEqual([]);
	expect(service.requests.of('GET', /webhooks/)).toEqual([]);
});

test('By Hand without a Webhook Secret, whoever knows the URL starts executions', async () => {
	const { service } = fixture;
	const workflow = await activeTrigger(fixture, BY_HAND);
	expect((await service.deliveries.send(workflow.address(), notificationOf('anyone'))).status).toBe(
		200,
	);
	expect((await service.deliveries.send(workflow.address(), {})).status).toBe(200);
	await expectRuns(fixture, workflow, 1);
});
