import type { INodeParameters } from 'n8n-workflow';

/** The value of a resource locator. */
export const locator = (value: unknown, mode = 'key') =>
	({ __rl: true, mode, value }) as INodeParameters['appointment'];
