import { TriggerContext } from 'n8n-core';
import {
	UnexpectedError,
	type IDataObject,
	type INodeParameters,
	type IRun,
	type ITriggerFunctions,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import { AppointmentSchedulingTrigger } from '../../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import { triggerStateOf } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/state';
import { credentialOf, type Service } from '../../../stand-in';
import { execute } from '../../support/engine/execution';
import { StoredWorkflow } from '../../support/engine/storedWorkflow';
import { CANCELED, CREATED, UPDATED } from '../deliveries/support';

export { service } from '../../support/service';

type Emit = Parameters<NonNullable<ITriggerFunctions['emit']>>;

/** How n8n ends the run of a worker that was killed. */
const UNFINISHED = { status: 'error', data: { resultData: { runData: {} } } } as IRun;

/** A published trigger with Catch Up in n8n's real context, and the items of its runs. */
export class CatchUpWorkflow extends StoredWorkflow {
	readonly runs: IDataObject[] = [];
	/** Whether n8n can start a run. */
	canStart = true;
	/** What n8n does if it cannot create an execution: n8n 1 says nothing. */
	startFails = (done: Emit[2]): void => done?.reject(new Error('The database is locked'));
	/** What happens while a run waits for its turn. */
	beforeStart = (): void => undefined;
	/** Whether n8n's workers are killed during their runs. */
	areWorkersKilled = false;
	/** Whether somebody cancels each run: n8n then rejects `done`. */
	areRunsCanceled = false;
	readonly warnings: string[] = [];
	context: TriggerContext | undefined;
	/** The URL of the webhook; undefined as long as n8n has not registered it. */
	address: string | undefined = 'https://n8n.example/webhook/a/webhook';
	private close: () => Promise<void> = async () => await Promise.resolve();

	constructor(at: Service, options: INodeParameters = {}) {
		super(AppointmentSchedulingTrigger, {
			credentials: credentialOf(at),
			timezone: 'Europe/Madrid',
			parameters: {
				events: [CREATED, UPDATED, CANCELED],
				options: { catchUp: 'everyMinute', ...options },
			},
		});
	}

	async publish(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const { nodeType, node } = this.installed;
		if (!nodeType.trigger) throw new UnexpectedError(`${node.name} has no trigger()`);
		const workflow = this.load();
		const emit = (...[data, response, done]: Emit) => {
			this.save(workflow);
			try {
				JSON.stringify(data);
			} catch {
				// n8n cannot create the execution.
				return;
			}
			if (!this.canStart) return this.startFails(done);
			if (this.areWorkersKilled) return done?.resolve(UNFINISHED);
			this.beforeStart();
			const onReply = response?.resolve;
			const started = execute(this, { id: '1', mode: 'trigger', data, onReply });
			const ended = started.then(({ items, run }) => {
				this.runs.push(...items.map(({ json }) => json));
				return run;
			});
			const end = this.areRunsCanceled
				? () => done?.reject(new Error('The execution was cancelled manually'))
				: done?.resolve;
			void ended.then(end, done?.reject);
		};
		const context = new TriggerContext(
			workflow,
			workflow.getNode(node.name)!,
			this.installed.additionalData(),
			'trigger',
			activation,
			emit,
		);
		this.context = context;
		// n8n registers the webhook at the same time.
		triggerStateOf(context).address = this.address;
		await this.close();
		jest.spyOn(context.logger, 'warn').mockImplementation((text) => void this.warnings.push(text));
		const response = await nodeType.trigger.call(context);
		this.save(workflow);
		this.close = response?.closeFunction ?? this.close;
	}

	async unpublish(): Promise<void> {
		await this.close();
	}
}
