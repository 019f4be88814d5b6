import { TriggerContext } from 'n8n-core';
import {
	UnexpectedError,
	type IDataObject,
	type INodeParameters,
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

/** A published trigger with Catch Up in n8n's real context, and the items of its runs. */
export class CatchUpWorkflow extends StoredWorkflow {
	readonly runs: IDataObject[] = [];
	/** What happens while a run waits for its turn. */
	beforeStart = (): void => undefined;
	readonly warnings: string[] = [];
	context: TriggerContext | undefined;
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
			this.beforeStart();
			const onReply = response?.resolve;
			const started = execute(this, { id: '1', mode: 'trigger', data, onReply });
			const ended = started.then(({ items, run }) => {
				this.runs.push(...items.map(({ json }) => json));
				return run;
			});
			void ended.then(done?.resolve, done?.reject);
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
		triggerStateOf(context).address = 'https://n8n.example/webhook/a/webhook';
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
