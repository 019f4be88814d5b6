import { join } from 'node:path';
import { installNodeSources } from '../../test/n8n/harness/nodeSources';

const packageName = 'n8n-nodes-bench-peers';

export const bareType = `${packageName}.bare`;
export const forwardType = `${packageName}.forward`;
export const clockType = `${packageName}.clock`;

/** Installs the nodes that only a measurement needs. */
export const installPeers = (userFolder: string): void =>
	installNodeSources(userFolder, packageName, join(__dirname, 'peers'));
