import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

/**
 * A parameter that chooses one from a list, or by its key.
 * @param keySource where the key comes from
 * @param texts for the parameter itself
 */
export function locatorProperty(
	displayName: string,
	keySource: string,
	texts: Partial<INodeProperties>,
	listHint?: string,
	otherModes: Array<Omit<INodePropertyMode, 'type'>> = [],
): INodeProperties {
	const name = displayName.toLowerCase();
	const modes = [...otherModes.map((mode) => mode.displayName), 'By Key'].join(' or ');
	return {
		displayName,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...texts,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select ${/^a/.test(name) ? 'an' : 'a'} ${name}…`,
				typeOptions: {
					searchListMethod: `search${displayName}s`,
					searchable: true,
					slowLoadNotice: {
						message: `If this takes too long, choose the ${name} ${modes}`,
						timeout: 10_000,
					},
				},
				...(listHint !== undefined && { hint: listHint }),
			},
			{
				displayName: 'By Key',
				name: 'key',
				type: 'string',
				placeholder: 'e.g. 8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10',
				hint: `The ${keySource}`,
			},
			...otherModes.map((mode) => ({ ...mode, type: 'string' as const })),
		],
	};
}
