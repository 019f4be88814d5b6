import '../engine/environment';
import { LoadOptionsContext } from 'n8n-core';
import {
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
	UnexpectedError,
	Workflow,
} from 'n8n-workflow';

import { installNode, type NodeOptions } from '../engine/installedNode';
import type { NodeClass } from '../engine/nodeTypes';

interface EditorOptions extends Omit<NodeOptions, 'parameters'> {
	/** The parameters as they stand in the editor: n8n fills in no defaults. */
	currentNodeParameters?: INodeParameters;
}

/** What a searchable list of the editor shows for a search text and a page of it. */
export async function listSearch(
	nodeClass: NodeClass,
	method: string,
	given: EditorOptions & { filter?: string; paginationToken?: string } = {},
): Promise<INodeListSearchResult> {
	const { filter, paginationToken, ...options } = given;
	const search = new nodeClass().methods?.listSearch?.[method];
	if (!search) throw new UnexpectedError(`The node has no listSearch method "${method}"`);
	return await search.call(contextOf(nodeClass, options), filter, paginationToken);
}

/** What a list of the editor offers that is loaded as a whole. */
export async function loadOptions(
	nodeClass: NodeClass,
	method: string,
	options: EditorOptions = {},
): Promise<INodePropertyOptions[]> {
	const load = new nodeClass().methods?.loadOptions?.[method];
	if (!load) throw new UnexpectedError(`The node has no loadOptions method "${method}"`);
	return await load.call(contextOf(nodeClass, options));
}

function contextOf(
	nodeClass: NodeClass,
	{ currentNodeParameters = {}, ...options }: EditorOptions,
): LoadOptionsContext {
	const installed = installNode(nodeClass, { ...options, parameters: currentNodeParameters });
	const node = { ...installed.node, name: 'Temp-Node', parameters: { ...currentNodeParameters } };
	const { nodeTypes } = installed;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const data = installed.additionalData({ currentNodeParameters });
	return new LoadOptionsContext(workflow, node, data, '');
}
