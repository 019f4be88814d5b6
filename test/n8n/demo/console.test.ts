import { importWorkflow } from '../../../tools/demo/workflows';
import { Runs } from '../../../tools/demo/runs';
import { useSharedN8n } from '../support/fixture';
import { activeTrigger, clearTriggers } from '../support/events';

const fixture = useSharedN8n();

const printed: string[] = [];
beforeEach(() => {
	printed.length = 0;
	jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(async () => {
	jest.restoreAllMocks();
	await clearTriggers();
});

test('a lost event does not hold up the next one, and events of other workflows are not shown', async () => {
	const { service, n8n, credentialId } = fixture;
	const id = await importWorkflow(n8n.api, 'appointment-events.json', credentialId);
	await n8n.api.activate(id);
	const [{ url } = { url: '' }] = service.webhooks.list();
	await activeTrigger(fixture, { events: ['appointment.created'] });
	const runs = new Runs(service, n8n.api, { id, url });
	try {
		service.deliveries.options.lost = true;
		service.book({});
		await runs.showEnded();
		service.deliveries.options.lost = false;
		const { search_code } = service.book({});
		await service.deliveries.settled();
		await runs.showEnded(60_000);

		const deliveries = printed.filter((line) => line.includes('delivery  '));
		expect(deliveries).toHaveLength(2);
		expect(deliveries[0]).toContain('not sent');
		expect(deliveries[1]).toContain('200 in');
		expect(printed.filter((line) => line.includes(search_code))).toHaveLength(1);
	} finally {
		service.deliveries.options.lost = false;
		await n8n.api.deleteWorkflow(id);
	}
});
