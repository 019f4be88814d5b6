import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

type Shown = NonNullable<IDisplayOptions['show']>;

export const inTool = (show?: Shown): IDisplayOptions => ({ show: { ...show, '@tool': [true] } });

export const exceptTool = (show?: Shown): IDisplayOptions => ({ show, hide: { '@tool': [true] } });

/** The same parameter twice: unchanged, and with `changes` in a tool. */
export const withToolVariant = (
	property: INodeProperties,
	changes: Partial<INodeProperties>,
): [asNode: INodeProperties, asTool: INodeProperties] => {
	const show = property.displayOptions?.show;
	return [
		{ ...property, displayOptions: exceptTool(show) },
		{ ...property, ...changes, displayOptions: inTool(show) },
	];
};

export const withModelVariant = (property: INodeProperties, source?: string): INodeProperties[] =>
	withToolVariant(property, byModel(property, source));

/**
 * A default for tools: the model fills the parameter, unless the user chooses a value. It is what
 * n8n stores for "Let the model define this parameter", but there the description, which tells the
 * model where the value comes from, is empty (browser/editor.actions.test.ts).
 */
export function byModel(
	{ displayName, type, default: unset, description }: INodeProperties,
	source = description,
): Pick<INodeProperties, 'default'> {
	if (!['string', 'dateTime', 'resourceLocator'].includes(type)) return { default: unset };
	const name = displayName.replace(/\W/g, '_');
	const value = `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`${source}\`, 'string') }}`;
	return { default: type === 'resourceLocator' ? { __rl: true, mode: 'key', value } : value };
}

/** What the model may leave empty. */
export const optionalByModel = (displayName: string, source = ''): string =>
	`={{ $fromAI('${displayName}', \`${source}\`, 'string', '') }}`;

/** For what only the user chooses. */
export const UNSEEN_HINT =
	'The model reads this choice only in the answer. Say it in the description of the tool.';

/** A model that knows this does not invent appointments. */
export const toolNotice: INodeProperties = {
	displayName:
		"This tool cannot create appointments: the service offers no way to do it. Say so in the agent's system message. Dates look like 2026-12-01T10:00:00.",
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: inTool(),
};
