import { chain, pollingTriggerNodeType, runAction } from '../harness';
import { useSharedN8n } from '../support/fixture';

const APPOINTMENTS = 287;
const DAY_MS = 86_400_000;
const EVENTS = ['created', 'canceled', 'rescheduled', 'statusChanged', 'startsSoon'];
const everyMinute = [{ mode: 'everyMinute' }];

/** A quota of 60 a minute for five workflows that poll every minute, and a person beside them. */
describe.each([10, 100])('with pages of %i', (maxPageSize) => {
	const fixture = useSharedN8n({ zone: 'America/Sao_Paulo' });

	it('five polling workflows are published, and a person still gets the day within ten seconds', async () => {
		const { n8n, service, credentialId } = fixture;
		service.set({ quota: 60, maxPageSize });
		service.seed(APPOINTMENTS, (index) => ({
			start_date: service.zone.iso(Date.now() + 60_000 + (index * 10 * DAY_MS) / APPOINTMENTS),
		}));
		const ids = await Promise.all(
			EVENTS.map(async (event) => {
				const trigger = {
					name: 'Trigger',
					type: pollingTriggerNodeType,
					credentialId,
					parameters: { event, pollTimes: { item: everyMinute } },
				};
				const { id } = await n8n.api.createWorkflow(chain(event, [trigger]));
				// Throws what the node threw.
				await n8n.api.activate(id);
				return id;
			}),
		);
		const today = await runAction(n8n, {
			credentialId,
			parameters: { operation: 'getAll', when: 'today', returnAll: true, options: {} },
		});
		const dayOf = (ms: number) => service.zone.wall(ms).slice(0, 10);
		const isToday = ({ start }: { start: number }) => dayOf(start) === dayOf(Date.now());
		expect(today.error).toBeUndefined();
		expect(today.output).toHaveLength(service.appointments.list().filter(isToday).length);
		expect(today.tookMs).toBeLessThan(10_000);
		const refused = service.requests.entries.filter(({ status }) => status === 429);
		expect(refused.length).toBeLessThanOrEqual(3);
		for (const id of ids) await n8n.api.deleteWorkflow(id);
	});
});
