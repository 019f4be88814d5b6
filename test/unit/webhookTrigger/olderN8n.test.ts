import * as n8nWorkflow from 'n8n-workflow';

afterEach(() => jest.dontMock('n8n-workflow'));

test('n8n before webhookDescriptionFields gets expressions that say when to respond', async () => {
	await jest.isolateModulesAsync(async () => {
		const older = { ...n8nWorkflow, webhookDescriptionFields: undefined };
		jest.doMock('n8n-workflow', () => older);
		const { AppointmentSchedulingTrigger } =
			await import('../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node');

		const { webhooks } = new AppointmentSchedulingTrigger().description;

		expect(webhooks).toMatchObject([
			{
				responseMode: expect.stringMatching(/^=\{\{.*respond.*"lastNode" : "onReceived" \}\}$/),
				responseData: expect.stringMatching(/^=\{\{.*respond.*"noData" : "" \}\}$/),
			},
		]);
	});
});
