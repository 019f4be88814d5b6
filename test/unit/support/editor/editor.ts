import '../engine/environment';
import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import { installNode, type NodeOptions } from '../engine/installedNode';
import type { NodeClass } from '../engine/nodeTypes';

/** What a searchable list of the editor shows for a search text and a page of it. */
export async function listSearch(
	nodeClass: NodeClass,
	method: string,
	given: NodeOptions & { filter?: string; paginationToken?: string } = {},
): Promise<INodeListSearchResult> {
	const { filter, paginationToken, ...options } = given;
	const search = new nodeClass().methods!.listSearch![method]!;
	return await search.call(contextOf(nodeClass, options), filter, paginationToken);
}

/** What a list of the editor offers that is loaded as a whole. */
export async function loadOptions(
	nodeClass: NodeClass,
	method: string,
): Promise<INodePropertyOptions[]> {
	return await new nodeClass().methods!.loadOptions![method]!.call(contextOf(nodeClass));
}

function contextOf(nodeClass: NodeClass, options?: NodeOptions): LoadOptionsContext {
	const installed = installNode(nodeClass, options);
	return new LoadOptionsContext(
		installed.workflow(),
		installed.node,
		installed.additionalData(),
		'',
	);
}
