import type { ILoadOptionsFunctions } from 'n8n-workflow';

/** 'Timezone' under 'Options' in the editor. Undefined for an expression. */
export function optionIn(context: ILoadOptionsFunctions): string | undefined {
	const value = context.getCurrentNodeParameter('options.timezone');
	return typeof value === 'string' && !value.startsWith('=') ? value : undefined;
}
