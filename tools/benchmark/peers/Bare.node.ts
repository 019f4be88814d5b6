import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

/** What n8n's HTTP helper gives and no more: so many GETs in flight, of the addresses that come in. */
export class Bare implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bare',
		name: 'bare',
		group: ['transform'],
		version: 1,
		description: 'Asks for the address of each item',
		defaults: { name: 'Bare' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'appointmentSchedulingApi', required: true }],
		properties: [{ displayName: 'Width', name: 'width', type: 'number', default: 16 }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const width = this.getNodeParameter('width', 0, 16) as number;
		const results: INodeExecutionData[] = [];
		let next = 0;
		const walk = async () => {
			while (next < items.length) {
				const item = next;
				next += 1;
				const answer: unknown = await this.helpers.httpRequestWithAuthentication.call(
					this,
					'appointmentSchedulingApi',
					{ url: String(items[item]?.json.url), json: true },
				);
				results[item] = {
					json: answer as INodeExecutionData['json'],
					pairedItem: { item },
				};
			}
		};
		await Promise.all(Array.from({ length: width }, walk));
		return [results];
	}
}
