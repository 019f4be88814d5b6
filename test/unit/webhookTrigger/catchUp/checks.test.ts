import { fakeSleep, pass, passUntil } from './clock';
import { CatchUpWorkflow, service } from './stage';
import { comparableKey } from '../../../../nodes/AppointmentScheduling/service/values/keys';
import { creationIdentity } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/identity';
import { triggerStateOf } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/state';
import { credentialOf, type Dialect, type Service } from '../../../stand-in';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async (ms: number) => await fakeSleep(ms),
}));

const CHECKED_S = 150;
const published: CatchUpWorkflow[] = [];

async function catchingUp(at: Service, options = {}): Promise<CatchUpWorkflow> {
	const workflow = new CatchUpWorkflow(at, options);
	published.push(workflow);
	await workflow.publish();
	// The first check records.
	await passUntil(() => expect(JSON.stringify(workflow.staticData)).toContain('isRecorded'));
	return workflow;
}

afterEach(async () => {
	for (const workflow of published.splice(0)) await workflow.unpublish();
	await pass(2);
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('a service that hides canceled appointments from its list', () => {
	test.each<Partial<Dialect>>([
		{ canceledListed: 'byFlag' },
		{ canceledListed: 'byStatus' },
		{ canceledListed: 'byStatus', isCancelled: 'flag', canceledStatus: 'CANCELED_CLIENT' },
	])('a cancellation that was not delivered runs once: %j', async (dialect) => {
		const at = await service({ dialect });
		const [kept, canceled] = at.seed(3, { start_date: day(2), status: 'CONFIRMED' });
		const workflow = await catchingUp(at);
		at.cancel(canceled!.appointment_key);

		await passUntil(() => expect(workflow.runs).not.toEqual([]));
		await pass(CHECKED_S);
		expect(workflow.runs).toMatchObject([
			{
				event: 'appointment.canceled',
				caughtUp: true,
				data: { appointment_key: canceled!.appointment_key, status: at.dialect.canceledStatus },
				previous: { status: 'CONFIRMED' },
			},
		]);

		at.updateStatus(kept!.appointment_key, 'PENDING');
		at.updateStatus(canceled!.appointment_key, 'CONFIRMED');
		await passUntil(() => expect(workflow.runs).toHaveLength(3));
		expect(workflow.runs.slice(1)).toEqual([
			expect.objectContaining({ event: 'appointment.updated' }),
			expect.objectContaining({ event: 'appointment.updated' }),
		]);
	});
});

test("n8n's log says why a check failed", async () => {
	const at = await service();
	const workflow = await catchingUp(at);
	const body = { detail: 'The account is closed.' };
	at.faults.add({ path: /appointments/, action: { kind: 'respond', status: 403, body } });
	await passUntil(() => expect(workflow.warnings).not.toEqual([]));
	expect(workflow.warnings[0]).toMatch(/^Catch Up could not check.*The account is closed/);
});

test('an appointment without a readable start is reported once', async () => {
	const at = await service();
	const workflow = await catchingUp(at);
	const list = (start_date: unknown) => ({
		results: [{ appointment_key: 'a', status: 'PENDING', start_date }],
	});
	at.faults.add({
		path: /appointments/,
		action: { kind: 'respond', status: 200, body: list(null) },
	});

	await passUntil(() => expect(workflow.runs).toHaveLength(1));
	await pass(CHECKED_S);
	expect(workflow.runs).toMatchObject([{ event: 'appointment.created' }]);
});

test('publishing records anew if Catch Up was off in between', async () => {
	const at = await service();
	const workflow = await catchingUp(at);
	const { parameters } = workflow.installed.workflowData.nodes[0]!;
	const { options } = parameters;
	parameters.options = {};
	await workflow.publish('update');
	at.book({ start_date: day(1) });
	parameters.options = options;
	await workflow.publish('update');
	await pass(10);
	at.book({ start_date: day(2) });

	await passUntil(() => expect(workflow.runs).toHaveLength(1));
	await pass(CHECKED_S);
	expect(workflow.runs).toHaveLength(1);
});

test('a creation that has run does not run again, also if nothing else is known of the appointment', async () => {
	const at = await service();
	const workflow = await catchingUp(at);
	const [ran] = [at.book({ start_date: day(1) }), at.book({ start_date: day(2) })];
	const key = comparableKey(ran.appointment_key)!;
	triggerStateOf(workflow.context!).memory.remember(creationIdentity(key));
	await passUntil(() => expect(workflow.runs).not.toEqual([]));
	await pass(CHECKED_S);
	expect(workflow.runs).toHaveLength(1);
});

test('with When Finished, a booking whose delivery has taken the place of a waiting run, and failed, runs later', async () => {
	const at = await service();
	const workflow = await catchingUp(at, { respond: 'whenFinished' });
	const { appointment_key } = at.book({ start_date: day(1), status: 'CONFIRMED' });
	const key = comparableKey(appointment_key)!;
	const { book } = triggerStateOf(workflow.context!);
	workflow.beforeStart = () => {
		workflow.beforeStart = () => undefined;
		const now = { state: { status: 'CONFIRMED' }, at: Date.now(), receivedAt: Date.now() };
		const delivered = { by: 'delivery', event: 'appointment.created', ...now } as const;
		const rules = { isWanted: () => true, graceMs: 0, lagMs: 0 };
		const { run } = book.observe(key, appointment_key, delivered, rules);
		book.end(key, run!.id, 'undone');
	};

	await passUntil(() => expect(workflow.runs).toHaveLength(1));
	expect(workflow.runs).toMatchObject([{ event: 'appointment.created', caughtUp: true }]);
});

/** Somebody edits the credential. */
function choose(workflow: CatchUpWorkflow, at: Service): void {
	const { credentialsHelper } = workflow.installed.additionalData();
	jest.spyOn(credentialsHelper, 'getDecrypted').mockResolvedValue(credentialOf(at));
}

test('the token of an account that is unknown starts no runs, also if its list cannot be read at first', async () => {
	const test = await service();
	const workflow = await catchingUp(test);
	const real = await service();
	real.seed(21, { start_date: day(2) });
	const body = { detail: 'Try later.' };
	real.faults.add({ path: /appointments/, action: { kind: 'respond', status: 403, body } });
	choose(workflow, real);
	await passUntil(() => expect(workflow.warnings).not.toEqual([]));
	real.faults.clear();

	await passUntil(() => expect(workflow.warnings.join()).toContain('records them without runs'));
	await pass(CHECKED_S);
	expect(workflow.runs).toEqual([]);
});
