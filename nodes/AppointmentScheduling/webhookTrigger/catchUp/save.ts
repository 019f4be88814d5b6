import type { INodeExecutionData, ITriggerFunctions } from 'n8n-workflow';

import type { TriggerState } from '../once/state';

/** n8n saves static data before it creates an execution. It cannot create this one, and logs that. */
export function saveWithoutRun(context: ITriggerFunctions, state: TriggerState): void {
	state.save(context);
	context.emit([[unwritable()]]);
}

const unwritable = (): INodeExecutionData => {
	const toJSON = () => {
		throw new Error('Catch Up has saved what it learned (no execution was needed)');
	};
	return { json: {}, toJSON } as unknown as INodeExecutionData;
};
