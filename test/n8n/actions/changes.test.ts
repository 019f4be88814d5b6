import type { INodeParameters } from 'n8n-workflow';
import { runAction, type Action } from '../harness';
import { locator } from '../support/actions';
import { useSharedN8n } from '../support/fixture';

// The whole rule: test/unit/service/changes.test.ts. Here it waits as long as it does for users.
const fixture = useSharedN8n();

afterEach(() => {
	fixture.service.faults.clear();
	fixture.service.requests.clear();
});

const act = async (operation: string, action: Partial<Action>, more: INodeParameters = {}) =>
	await runAction(fixture.n8n, {
		credentialId: fixture.credentialId,
		...action,
		parameters: {
			resource: 'appointment',
			operation,
			appointment: locator('={{ $json.key }}'),
			...more,
		},
	});
const keys = (count: number) =>
	fixture.service.seed(count, { status: 'CONFIRMED' }).map(({ appointment_key: key }) => ({ key }));
const sent = (method: string) => fixture.service.requests.of(method);

test('with Retry On Fail, one refusal among 50 sends no client a second email, and the error counts', async () => {
	const items = keys(50);
	const refusal = { kind: 'respond', status: 409, body: { detail: 'Too late.' } } as const;
	const refused = new RegExp(items[20]!.key);
	fixture.service.faults.add({ method: 'DELETE', path: refused, action: refusal });

	const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_000 };
	const { error } = await act('cancel', { items, ...retries }, { sendEmail: 'yes' });
	const paths = sent('DELETE').map(({ path }) => path);

	expect(error).toMatchObject({
		message: expect.stringContaining('Too late.'),
		description: expect.stringMatching(
			/^Of 50 items: \d+ changed, 1 refused, 0 unclear, \d+ not sent\./,
		),
	});
	const others = paths.filter((path) => !refused.test(path));
	expect(new Set(others).size).toBe(others.length);
});
