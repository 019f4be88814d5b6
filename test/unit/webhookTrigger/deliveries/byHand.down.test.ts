import { at, CREATED, during, triggerFor } from '../changes/support';

it('fails while the service is down, and deletes what Automatic has registered at the next publication', async () => {
	const trigger = triggerFor(at, { events: [CREATED] });
	await during(trigger.activate());
	trigger.installed.workflowData.nodes[0]!.parameters.registration = 'manual';
	const down = at.faults.add({ action: { kind: 'respond', status: 503 } });
	await expect(during(trigger.activate('update'))).rejects.toThrow('503');
	down.remove();
	await during(trigger.activate('update'));
	expect(at.webhooks.list()).toEqual([]);
});
