import '../engine/environment';
import { LoadOptionsContext } from 'n8n-core';
import {
	type INodeListSearchResult,
	type INodeParameters,
	UnexpectedError,
	Workflow,
} from 'n8n-workflow';

import { installNode, type NodeOptions } from '../engine/installedNode';
import type { NodeClass } from '../engine/nodeTypes';

export interface EditorOptions extends Omit<NodeOptions, 'parameters'> {
	/** The parameters as they stand in the editor: n8n fills in no defaults. */
	currentNodeParameters?: INodeParameters;
	/** Of the parameter whose list is wanted, e.g. `parameters.appointment`. */
	path?: string;
}

/** The real context of the methods that fill the editor's lists. */
function loadOptionsContext(
	nodeClass: NodeClass,
	{ currentNodeParameters = {}, path = '', ...options }: EditorOptions = {},
): LoadOptionsContext {
	const installed = installNode(nodeClass, { ...options, parameters: currentNodeParameters });
	const workflow = new Workflow({
		nodes: [{ ...installed.node, name: 'Temp-Node', parameters: { ...currentNodeParameters } }],
		connections: {},
		active: false,
		nodeTypes: installed.nodeTypes,
	});
	return new LoadOptionsContext(
		workflow,
		workflow.getNode('Temp-Node')!,
		installed.additionalData({ currentNodeParameters }),
		path,
	);
}

/** What a searchable list of the editor shows for a search text and a page of it. */
export async function listSearch(
	nodeClass: NodeClass,
	method: string,
	{
		filter,
		paginationToken,
		...options
	}: EditorOptions & { filter?: string; paginationToken?: string } = {},
): Promise<INodeListSearchResult> {
	const search = new nodeClass().methods?.listSearch?.[method];
	if (!search) throw new UnexpectedError(`The node has no listSearch method "${method}"`);
	const context = loadOptionsContext(nodeClass, options);
	return await search.call(context, filter, paginationToken);
}
