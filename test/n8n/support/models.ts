import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { loopbackCertificate, type Instance } from '../harness';

/** A client of the MCP server of the example. */
export async function connectMcp(
	{ url }: Instance,
	bearer: string,
	folder = 'mcp',
): Promise<Client> {
	const { cert } = await loopbackCertificate();
	setDefaultCACertificates([...getCACertificates(), cert]);
	const requestInit = { headers: { authorization: `Bearer ${bearer}` } };
	const client = new Client({ name: 'test', version: '1.0.0' });
	const address = new URL(`${folder}/appointments`, `${url}/`);
	await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
	return client;
}
