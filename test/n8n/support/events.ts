import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	chain,
	eventually,
	outputOf,
	triggerNodeType,
	type Execution,
	type NodeDraft,
} from '../harness';
import type { Fixture } from './fixture';

export const CREATED = 'appointment.created';
export const UPDATED = 'appointment.updated';
export const CANCELED = 'appointment.canceled';
export const ALL = [CREATED, UPDATED, CANCELED];

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A notification as the service sends it. */
export const notificationOf = (appointment_key: string, more: object = {}) => ({
	event: CREATED,
	timestamp: '2026-11-21T10:00:00+01:00',
	data: { appointment_key },
	...more,
});

/** The trigger, followed by a node that receives. */
export interface EventWorkflow {
	id: string;
	/** The callback URL that the service was given. */
	url(): string;
	/** The Production URL that the panel shows. */
	address(): string;
	/** What reached the node after the trigger, oldest run first. */
	received(): Promise<IDataObject[]>;
	executions(): Promise<Execution[]>;
	/** Waits for so many runs, then for what else may come; newest first. */
	runs(count: number): Promise<Execution[]>;
	save(parameters: INodeParameters): Promise<void>;
}

/** Nodes of the workflow besides the trigger and the one that receives. */
interface More {
	/** What follows. */
	then?: NodeDraft[];
	/** Another trigger, which leads to the same node. */
	beside?: NodeDraft;
}

const made: Array<{ fixture: Fixture; id: string }> = [];

/** An active workflow that starts with the trigger; gone after the test. */
export async function activeTrigger(
	fixture: Fixture,
	parameters: INodeParameters,
	more: More = {},
): Promise<EventWorkflow> {
	const workflow = await savedTrigger(fixture, parameters, more);
	await fixture.n8n.api.activate(workflow.id);
	return workflow;
}

export async function savedTrigger(
	fixture: Fixture,
	parameters: INodeParameters,
	{ then = [], beside }: More = {},
): Promise<EventWorkflow> {
	const { service, credentialId } = fixture;
	// A node at the end that does nothing, so that each delivery is one run.
	const draft = chain('Appointment events', [
		{ name: 'Trigger', type: triggerNodeType, credentialId, parameters },
		...then,
		{ name: 'Received', type: 'n8n-nodes-base.noOp' },
	]);
	if (beside) {
		const [node] = chain('', [{ credentialId, ...beside }]).nodes;
		draft.nodes.push(node!);
		draft.connections[beside.name] = draft.connections.Trigger!;
	}
	const { id } = await fixture.n8n.api.createWorkflow(draft);
	made.push({ fixture, id });
	const path = draft.nodes[0]!.webhookId!;
	const all = async () => await fixture.n8n.api.executions(id, { includeData: true });
	return {
		id,
		url: () => service.webhooks.list().find(({ url }) => url.includes(path))!.url,
		address: () => `${fixture.n8n.url}/webhook/${path}/webhook`,
		executions: all,
		received: async () => (await all()).reverse().flatMap((run) => outputOf(run, 'Received')),
		runs: async (count) => await fixture.n8n.api.waitForExecutions(id, count, 600),
		save: async (changed) => {
			const [trigger, ...rest] = draft.nodes;
			const nodes = [{ ...trigger!, parameters: changed }, ...rest];
			await fixture.n8n.api.updateWorkflow(id, { ...draft, nodes });
		},
	};
}

/** Deactivates and removes the workflows of a test, and what is left at the service. */
export async function clearTriggers(): Promise<void> {
	for (const { fixture, id } of made.splice(0)) {
		fixture.service.faults.clear();
		if (fixture.n8n.running) await fixture.n8n.api.deleteWorkflow(id);
		fixture.service.webhooks.clear();
	}
}

/** Once everything is delivered, the workflow has so many runs, and no other one follows. */
export async function expectRuns(
	{ service }: Fixture,
	workflow: EventWorkflow,
	count: number,
): Promise<void> {
	await service.deliveries.settled();
	expect(await workflow.runs(count)).toHaveLength(count);
}

/** With Each Change, waits until the first check has recorded what there is. */
export async function recorded(
	{ n8n }: { n8n: Pick<Fixture['n8n'], 'api'> },
	{ id }: { id: string },
): Promise<void> {
	await eventually(async () => {
		const { staticData } = await n8n.api.getWorkflow(id);
		expect(JSON.stringify(staticData)).toContain('since');
	});
}

/** The default: a check every five minutes, so what runs sooner was delivered. More: test/simulation. */
export const EACH_CHANGE = { events: ALL, runFor: 'changes', options: {} };

/** What each run was about, and what was known before. */
export async function ran(workflow: EventWorkflow) {
	return (await workflow.received()).map(({ event, data, previous }) => {
		const { appointment_key: key } = data as IDataObject;
		return [event, key, (previous as IDataObject | undefined)?.status];
	});
}
