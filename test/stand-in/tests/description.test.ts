import SwaggerParser from '@apidevtools/swagger-parser';
import { OpenAPIBackend } from 'openapi-backend';
import { description, FILTERS, sampleKey, STATUSES } from '..';
import { formats } from '../server/backend';
import { standIn } from './support';

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

	it.each(['samples', 'document'] as const)(
		'fits the responses, in the shape of the %s',
		async (shape) => {
			const api = await new OpenAPIBackend({
				definition: description(),
				quick: true,
				ajvOpts: { formats },
			}).init();
			const { service, ask } = await standIn({ shape });
			const [one] = service.seed(20);
			const day = `calendar_key=${sampleKey('calendar', 0)}&day=2050-01-05`;
			for (const [operation, path] of [
				['listAppointments', 'appointments/'],
				['retrieveAppointment', `appointments/${one!.appointment_key}/`],
				['listCalendars', 'calendars/'],
				['listServices', 'services/'],
				['listAvailableDateTimes', `available-date-times/?${day}`],
				['listWebhooks', 'webhooks/'],
			] as const) {
				const { json } = await ask(`GET ${path}`);
				expect([operation, api.validateResponse(json, operation).errors]).toEqual([
					operation,
					null,
				]);
			}
			const { errors } = api.validateResponse({ results: [{}] }, 'listAppointments');
			expect(errors).not.toBeNull();
		},
	);
});
