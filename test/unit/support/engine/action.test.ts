import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeApiError,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';

import { executeNode, runWorkflow } from './action';
import { nock } from '../interceptedHttp';

async function cancelled(signal?: AbortSignal) {
	await new Promise((_, reject) => {
		signal?.addEventListener('abort', () => reject(new Error('The wait was canceled')));
	});
}

class Lookup implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Lookup',
		name: 'lookup',
		group: ['transform'],
		version: 1,
		description: 'Fetches one thing per item',
		defaults: { name: 'Lookup' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'appointmentSchedulingApi', required: true }],
		properties: [
			{ displayName: 'Path', name: 'path', type: 'string', default: '/things/' },
			{ displayName: 'Limit', name: 'limit', type: 'number', default: 50 },
			{
				displayName: 'Thing',
				name: 'thing',
				type: 'resourceLocator',
				default: { mode: 'key', value: '' },
				modes: [{ displayName: 'Key', name: 'key', type: 'string' }],
			},
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < this.getInputData().length; item++) {
			try {
				const { baseUrl } = await this.getCredentials('appointmentSchedulingApi');
				const path = this.getNodeParameter('path', item) as string;
				if (path === '/wait/') await cancelled(this.getExecutionCancelSignal());
				const answer = (await this.helpers.httpRequestWithAuthentication.call(
					this,
					'appointmentSchedulingApi',
					{ url: `${String(baseUrl)}${path}` },
				)) as IDataObject;
				output.push({
					json: {
						...answer,
						limit: this.getNodeParameter('limit', item) as number,
						thing: this.getNodeParameter('thing', item, '', { extractValue: true }) as string,
						timezone: this.getTimezone(),
						mode: this.getMode(),
					},
					pairedItem: { item },
				});
			} catch (error) {
				if (!this.continueOnFail()) {
					if (error instanceof NodeApiError) {
						error.context.itemIndex = item;
						throw error;
					}
					throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: item });
				}
				output.push({ json: { error: (error as Error).message }, pairedItem: { item } });
			}
		}
		return [output];
	}
}

const service = 'https://scheduling.example';

describe.each([
	['the real context', executeNode],
	['the real engine', runWorkflow],
])('an action in %s', (_where, run) => {
	it('resolves expressions item by item, fills defaults and authenticates', async () => {
		nock(service, { reqheaders: { authorization: 'Bearer token-of-the-unit-tests' } })
			.get('/a/')
			.reply(200, { name: 'A' })
			.get('/b/')
			.reply(200, { name: 'B' });

		const { items } = await run(Lookup, {
			parameters: {
				path: '=/{{ $json.letter }}/',
				thing: { __rl: true, mode: 'key', value: "={{ $('Start').item.json.letter }}" },
			},
			items: [{ letter: 'a' }, { letter: 'b' }],
			timezone: 'Europe/Madrid',
			mode: 'trigger',
		});

		const common = { limit: 50, timezone: 'Europe/Madrid', mode: 'trigger' };
		expect(items).toEqual([
			{ json: { name: 'A', thing: 'a', ...common }, pairedItem: { item: 0 } },
			{ json: { name: 'B', thing: 'b', ...common }, pairedItem: { item: 1 } },
		]);
	});

	it('lays credentials over the default ones', async () => {
		nock('https://other.example', { reqheaders: { authorization: 'Bearer secret' } })
			.get('/things/')
			.reply(200, {});
		const credentials = { baseUrl: 'https://other.example', accessToken: 'secret' };
		expect((await run(Lookup, { credentials })).items).toHaveLength(1);
	});

	it('goes on after a failed item when told to', async () => {
		nock(service).get('/a/').reply(404, { detail: 'No such thing.' }).get('/b/').reply(200, {});
		const { items } = await run(Lookup, {
			parameters: { path: '=/{{ $json.letter }}/' },
			items: [{ letter: 'a' }, { letter: 'b' }],
			continueOnFail: true,
		});
		expect(items.map(({ json }) => Object.keys(json))).toEqual([
			['error'],
			['limit', 'thing', 'timezone', 'mode'],
		]);
	});
});

it('rejects with what the node threw', async () => {
	nock(service).get('/things/').reply(404, { detail: 'No such thing.' });
	const running = executeNode(Lookup);
	await expect(running).rejects.toBeInstanceOf(NodeApiError);
	await expect(running).rejects.toMatchObject({
		httpCode: '404',
		context: { itemIndex: 0, data: { detail: 'No such thing.' } },
	});
});

it('keeps the error of a failed workflow as n8n does', async () => {
	nock(service).get('/things/').reply(500, {});
	const { status, error, reachedEnd } = await runWorkflow(Lookup);
	expect(status).toBe('error');
	expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '500' });
	expect(reachedEnd).toEqual([]);
});

it('hands the output to the next node', async () => {
	nock(service).get('/things/').reply(200, { name: 'A' });
	const { status, reachedEnd } = await runWorkflow(Lookup);
	expect(status).toBe('success');
	expect(reachedEnd).toMatchObject([{ json: { name: 'A' } }]);
});

it('refuses to run without a credential', async () => {
	await expect(executeNode(Lookup, { credentials: null })).rejects.toThrow(
		'Node does not have any credentials set',
	);
});

it('cancels a run in the context and in the engine', async () => {
	const options = { parameters: { path: '/wait/' } };
	await expect(
		executeNode(Lookup, { ...options, abortSignal: AbortSignal.timeout(20) }),
	).rejects.toThrow('canceled');
	const { status } = await runWorkflow(Lookup, {
		...options,
		abortSignal: AbortSignal.timeout(20),
	});
	expect(status).toBe('canceled');
});

it('reaches a real server on this machine', async () => {
	const server = createServer((request, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ asked: request.url, as: request.headers.authorization }));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	nock.enableNetConnect('127.0.0.1');
	const { port } = server.address() as AddressInfo;
	const { items } = await executeNode(Lookup, {
		credentials: { baseUrl: `http://127.0.0.1:${port}` },
	});
	server.close();
	expect(items).toMatchObject([
		{ json: { asked: '/things/', as: 'Bearer token-of-the-unit-tests' } },
	]);
});

it('keeps the address of a refused connection', async () => {
	nock.enableNetConnect('127.0.0.1');
	const credentials = { baseUrl: 'http://127.0.0.1:1' };
	await expect(executeNode(Lookup, { credentials })).rejects.toMatchObject({
		name: 'NodeApiError',
		message: expect.stringContaining('refused'),
	});
});
