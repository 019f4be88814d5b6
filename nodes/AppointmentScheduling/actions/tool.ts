import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

type Shown = NonNullable<IDisplayOptions['show']>;

/** For parameters that differ if an AI agent uses the node as a tool. */
export const inTool = (show: Shown): IDisplayOptions => ({ show: { ...show, '@tool': [true] } });

export const exceptTool = (show: Shown): IDisplayOptions => ({ show, hide: { '@tool': [true] } });

/** The same parameter twice: unchanged, and with other settings in a tool. */
export const withToolVariant = (
	property: INodeProperties,
	show: Shown,
	changes: Partial<INodeProperties>,
): INodeProperties[] => [
	{ ...property, displayOptions: exceptTool(show) },
	{ ...property, ...changes, displayOptions: inTool(show) },
];

/** A model that knows this does not invent appointments. */
export const toolNotice: INodeProperties = {
	displayName:
		"This tool cannot create appointments: the service offers no way to do it. Say so in the agent's system message. Dates look like 2026-12-01T10:00:00.",
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: inTool({}),
};
