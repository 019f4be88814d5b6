import type { INodeProperties } from 'n8n-workflow';

import { whenProperties, type When } from '../../fields/when';
import { withToolVariant } from '../tool';

/**
 * When, and the days of On Date and Between. In a tool, the model fills the days. It also chooses
 * `when` if `modelChooses`.
 */
export const daysProperties = (
	offered: When[],
	chosen: When,
	description: string,
	modelChooses: boolean,
): INodeProperties[] =>
	whenProperties(offered, chosen, description).flatMap((property) => {
		const { name, displayName, description: source } = property;
		const unset = name === 'when' ? chosen : '';
		const byModel = `={{ $fromAI('${displayName}', \`${source}\`, 'string', '${unset}') }}`;
		const isModels = name !== 'when' || modelChooses;
		return withToolVariant(property, { default: isModels ? byModel : unset });
	});
