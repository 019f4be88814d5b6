import SwaggerParser from '@apidevtools/swagger-parser';
import { description, describedIn, dialects, FILTERS, STATUSES } from '..';

describe('the description', () => {
	it.each(Object.keys(dialects) as Array<keyof typeof dialects>)(
		'is valid OpenAPI 3.1 as written and in the dialect %s',
		async (name) => {
			for (const definition of [description(), describedIn(dialects[name])])
				await SwaggerParser.validate(definition);
			expect(description().openapi).toMatch(/^3\.1/);
		},
	);

	it('contains the 17 filters and the 11 statuses', () => {
		const parameters = description().components?.parameters ?? {};
		expect(Object.keys(parameters)).toEqual(['appointment_key', ...FILTERS]);
		expect(FILTERS).toHaveLength(17);
		expect(description().components?.schemas?.Status).toMatchObject({ enum: [...STATUSES] });
	});
});
