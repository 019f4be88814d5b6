import type { INodeParameters } from 'n8n-workflow';
import type { N8n } from '../harness';
import type { ChatModel } from './chatModel';
import { recorded } from './events';
import { example } from './examples';
import type { Fixture } from './fixture';
import { credentialOfMailbox, type Mailbox } from './mailbox';
import { everyFewSeconds } from './polling';
import type { Sink } from './sink';

/** What the workflows of a clinic reach. */
export interface Around {
	mailbox: Mailbox;
	sink: Sink;
	model: ChatModel;
	/** The token of assistants. */
	bearer: string;
	timezone: string;
}

const polls = { pollTimes: { item: everyFewSeconds } };
const schedule = (expression: string) => ({
	rule: { interval: [{ field: 'cronExpression', expression }] },
});
const WATCHING = ['suggest-new-times', 'confirm-and-log-bookings', 'free-unpaid-slots'];

/** Publishes all examples, and returns their ids by name once they have recorded what there is. */
export async function publishExamples(
	fixture: Fixture<N8n>,
	{ mailbox, sink, model, bearer, timezone }: Around,
): Promise<Map<string, string>> {
	const { api } = fixture.n8n;
	const create = async (type: string, data: object) =>
		await api.createCredential({ ...data }, { type });
	const credentials = {
		appointmentSchedulingApi: fixture.credentialId,
		smtp: await create('smtp', credentialOfMailbox(mailbox)),
		httpBearerAuth: await create('httpBearerAuth', { token: bearer }),
		openAiApi: await create('openAiApi', { apiKey: 'none', url: model.url }),
	};
	const changes: Record<string, Record<string, INodeParameters>> = {
		'remind-a-day-before': { 'Starts in a Day': polls },
		'ask-for-feedback': { 'Visit Ended': polls },
		'suggest-new-times': {},
		'confirm-and-log-bookings': {},
		'free-unpaid-slots': {},
		// In the hours that the examples name, and more than once.
		'daily-agenda': {
			'Every Morning': schedule('*/5 * 7 * * *'),
			'Post Agenda': { url: sink.url },
		},
		'mark-no-shows': { 'Every Evening': schedule('*/5 * 21 * * *') },
		'appointments-as-mcp-server': {},
		'agent-with-approval': { Chat: { public: true } },
	};
	const activated = ['Reschedule', 'Cancel'];
	const ids = new Map<string, string>();
	for (const [name, parameters] of Object.entries(changes)) {
		const workflow = example(`${name}.json`, { credentials, parameters, activated, timezone });
		const { id } = await api.createWorkflow(workflow);
		if (name === 'confirm-and-log-bookings') await api.runManually(id, 'Set Up Once');
		await api.activate(id);
		ids.set(name, id);
	}
	for (const name of WATCHING) await recorded(fixture, { id: ids.get(name)! });
	return ids;
}
