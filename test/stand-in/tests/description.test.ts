import SwaggerParser from '@apidevtools/swagger-parser';
import { description, FILTERS, STATUSES } from '..';

describe('the description', () => {
	it('is valid OpenAPI 3.1', async () => {
		await SwaggerParser.validate(description());
		expect(description().openapi).toMatch(/^3\.1/);
	});

	it('contains the 17 filters, the 11 statuses and that of the dashboard', () => {
		const parameters = Object.keys(description().components?.parameters ?? {});
		expect(parameters).toEqual(expect.arrayContaining(FILTERS));
		expect(FILTERS).toHaveLength(17);
		expect(description().components?.schemas?.Status).toMatchObject({
			enum: [...STATUSES, 'DECLINED'],
		});
	});
});
