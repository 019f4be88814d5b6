import {
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { listSearch } from './editor';
import { nock } from '../interceptedHttp';

class Chooser implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Chooser',
		name: 'chooser',
		group: ['transform'],
		version: 1,
		description: 'Offers things to choose from',
		defaults: { name: 'Chooser' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'appointmentSchedulingApi', required: true }],
		properties: [{ displayName: 'Kind', name: 'kind', type: 'string', default: '' }],
	};

	methods = {
		listSearch: {
			async things(
				this: ILoadOptionsFunctions,
				filter?: string,
				page?: string,
			): Promise<INodeListSearchResult> {
				const { names } = await this.helpers.httpRequestWithAuthentication.call(
					this,
					'appointmentSchedulingApi',
					{
						url: 'https://scheduling.example/things/',
						qs: { filter, page, kind: this.getCurrentNodeParameter('kind') },
					},
				);
				return {
					results: names.map((name: string) => ({ name, value: name })),
					paginationToken: '2',
				};
			},
		},
	};

	async execute() {
		return [[]];
	}
}

it('fills a searchable list', async () => {
	nock('https://scheduling.example', { reqheaders: { authorization: /^Bearer / } })
		.get('/things/')
		.query({ filter: 'A', page: '1', kind: 'big' })
		.reply(200, { names: ['A1', 'A2'] });
	const found = await listSearch(Chooser, 'things', {
		filter: 'A',
		paginationToken: '1',
		currentNodeParameters: { kind: 'big' },
	});
	expect(found.results.map(({ name }) => name)).toEqual(['A1', 'A2']);
	expect(found.paginationToken).toBe('2');
});

it('names a method that is missing', async () => {
	await expect(listSearch(Chooser, 'others')).rejects.toThrow('no listSearch method "others"');
});
