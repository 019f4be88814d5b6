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

test('At Start finds a change of the minute in which n8n was restarted', async () => {
	const at = await service();
	const [moved] = at.seed(1, { start_date: day(2), status: 'CONFIRMED' });
	const workflow = await catchingUp(at, { catchUp: 'atStart' });
	at.updateStatus(moved!.appointment_key, 'ATTENDED');
	await workflow.publish('init');

	await passUntil(() =>
		expect(workflow.runs).toMatchObject([{ previous: { status: 'CONFIRMED' } }]),
	);
});

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

	test('if they cannot be read, other changes run, and the next check tries again', async () => {
		const at = await service({ dialect: { canceledListed: 'byFlag' } });
		const [canceled] = at.seed(2, { start_date: day(2), status: 'CONFIRMED' });
		const workflow = await catchingUp(at);
		const path = new RegExp(canceled!.appointment_key);
		at.faults.add({ path, action: { kind: 'respond', status: 400 } });
		at.cancel(canceled!.appointment_key);
		const booked = at.book({ start_date: day(3) });

		await passUntil(() => expect(workflow.runs).toHaveLength(1));
		expect(workflow.runs).toMatchObject([{ data: { appointment_key: booked.appointment_key } }]);
		at.faults.clear();
		await passUntil(() => expect(workflow.runs).toHaveLength(2));
	});
});

test.each([true, false])(
	'a run that n8n could not start runs later: it says so: %s',
	async (says) => {
		const at = await service();
		const workflow = await catchingUp(at, { catchUp: 'atStart' });
		// n8n 1 does not.
		if (!says) workflow.startFails = () => undefined;
		workflow.canStart = false;
		at.book({ start_date: day(1) });
		await workflow.publish('init');
		await pass(60);
		workflow.canStart = true;

		await passUntil(() => expect(workflow.runs).toHaveLength(1), 1_200);
		await pass(CHECKED_S);
		expect(workflow.runs).toHaveLength(1);
	},
);

test('a publication whose list cannot be read runs deliveries, and no former state comes back', async () => {
	const at = await service();
	const workflow = await catchingUp(at);
	await workflow.unpublish();
	at.seed(20, { start_date: day(3), status: 'CONFIRMED' });
	const body = { detail: 'Not allowed.' };
	at.faults.add({ path: /appointments/, action: { kind: 'respond', status: 403, body } });
	await workflow.publish();
	await pass(CHECKED_S);
	at.faults.clear();
	await workflow.publish('init');
	await pass(CHECKED_S);
	expect(workflow.runs).toEqual([]);
});

test('what a check records is saved, so that changes during the next downtime run', async () => {
	const at = await service();
	const workflow = new CatchUpWorkflow(at);
	published.push(workflow);
	await workflow.publish('init');
	await pass(10);
	await workflow.unpublish();
	expect(JSON.stringify(workflow.staticData)).toContain('"isRecorded":true');
	expect(workflow.runs).toEqual([]);
});

test("n8n's log says why a check failed", async () => {
	const at = await service();
	const workflow = await catchingUp(at);
	const body = { detail: 'The account is closed.' };
	at.faults.add({ path: /appointments/, action: { kind: 'respond', status: 403, body } });
	await passUntil(() => expect(workflow.warnings).not.toEqual([]));
	expect(workflow.warnings[0]).toMatch(/^Catch Up could not check.*The account is closed/);
});

test('nothing is checked while n8n has not registered the webhook, and no former URL comes back', async () => {
	const at = await service();
	const workflow = new CatchUpWorkflow(at);
	published.push(workflow);
	const node = `node:${workflow.installed.node.name}`;
	workflow.staticData = { [node]: { webhookUrl: 'https://former.example/webhook/a/webhook' } };
	workflow.address = undefined;
	await workflow.publish();
	at.book({ start_date: day(1) });
	await pass(CHECKED_S);
	expect(at.webhooks.list()).toEqual([]);
	expect(at.requests.of('GET', /appointments/)).toEqual([]);
});

test('a run whose worker was killed is started by a later check', async () => {
	const at = await service();
	const workflow = await catchingUp(at);
	workflow.areWorkersKilled = true;
	at.book({ start_date: day(1) });
	await pass(CHECKED_S);
	expect(workflow.runs).toEqual([]);
	workflow.areWorkersKilled = false;

	await passUntil(() => expect(workflow.runs).toHaveLength(1));
	await pass(CHECKED_S);
	expect(workflow.runs).toHaveLength(1);
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

test('when n8n stops, what was learned since the last save is saved', async () => {
	const at = await service();
	const workflow = await catchingUp(at);
	workflow.staticData = {};
	triggerStateOf(workflow.context!).book.setHeader({ zone: 'Asia/Tokyo' });
	await workflow.unpublish();
	expect(JSON.stringify(workflow.staticData)).toContain('Asia/Tokyo');
	expect(workflow.runs).toEqual([]);
});

test('with When Finished, a change whose run fails is started once by checks, and does not count', async () => {
	const at = await service();
	const [booked] = at.seed(1, { start_date: day(1), status: 'CONFIRMED' });
	const workflow = await catchingUp(at, { respond: 'whenFinished' });
	let tries = 0;
	workflow.installed.next = () => {
		tries += 1;
		throw new Error('The CRM is down');
	};
	at.updateStatus(booked!.appointment_key, 'PENDING');
	await passUntil(() => expect(tries).toBe(1));
	await pass(3 * CHECKED_S);
	expect(tries).toBe(1);
	const { book } = triggerStateOf(workflow.context!);
	expect(book.get(comparableKey(booked!.appointment_key)!)?.reported).toBeUndefined();
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

test.each([0, 1])(
	'after the token of an account with %i appointments, a new token of the former account goes on where it was',
	async (count) => {
		const at = await service();
		const [changed] = at.seed(2, { start_date: day(2), status: 'CONFIRMED' });
		const workflow = await catchingUp(at);
		const mistaken = await service();
		mistaken.seed(count, { start_date: day(2), appointment_key: 'another' });
		choose(workflow, mistaken);
		await passUntil(() => expect(workflow.warnings.join()).toContain('has another account'));
		at.updateStatus(changed!.appointment_key, 'ATTENDED');
		Object.assign(at, { token: 'renewed' });
		choose(workflow, at);

		await passUntil(() => expect(workflow.runs).not.toEqual([]));
		await pass(CHECKED_S);
		expect(workflow.runs).toMatchObject([{ previous: { status: 'CONFIRMED' } }]);
	},
);

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

test('with When Finished, what has run while n8n stops is saved', async () => {
	const at = await service();
	const [booked] = at.seed(1, { start_date: day(1), status: 'CONFIRMED' });
	const workflow = await catchingUp(at, { respond: 'whenFinished' });
	let finish: (() => void) | undefined;
	workflow.installed.next = async () => await new Promise<void>((resolve) => (finish = resolve));
	at.updateStatus(booked!.appointment_key, 'PENDING');
	await passUntil(() => expect(finish).toBeDefined());
	await workflow.unpublish();
	finish!();
	await passUntil(() => expect(workflow.runs).toHaveLength(1));
	await pass(2);
	expect(triggerStateOf(workflow.context!).isUnsaved).toBe(false);
});

test('with When Finished, a run of a check that was canceled is not started again', async () => {
	const at = await service();
	const workflow = await catchingUp(at, { respond: 'whenFinished' });
	let runs = 0;
	workflow.installed.next = () => {
		runs += 1;
	};
	workflow.areRunsCanceled = true;
	at.book({ start_date: day(1) });
	await passUntil(() => expect(runs).toBe(1));
	await pass(3 * CHECKED_S);
	expect(runs).toBe(1);
});
