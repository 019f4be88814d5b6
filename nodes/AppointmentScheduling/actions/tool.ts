import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

export const inTool = ({ show, hide }: IDisplayOptions = {}): IDisplayOptions => ({
	show: { ...show, '@tool': [true] },
	...(hide && { hide }),
});

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

export const toolNotice: INodeProperties = {
	displayName:
		'The model does not see what you choose here, so say it in the description of the tool. A tool returns 100 entries at most.',
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: inTool(),
};
