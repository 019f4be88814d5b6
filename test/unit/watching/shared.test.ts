import type { IDataObject, IPollFunctions, Workflow } from 'n8n-workflow';

import { AppointmentSchedulingPollingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingPollingTrigger.node';
import type * as sharedModule from '../../../nodes/AppointmentScheduling/watching/shared';
import { credentialOf } from '../../stand-in';
import { PollingWorkflow } from '../support';
import { service } from '../support/service';

/** Another process, which shares nothing with this one but n8n's database. */
async function process(): Promise<typeof sharedModule> {
	let loaded: Promise<typeof sharedModule> | undefined;
	jest.isolateModules(() => {
		loaded = import('../../../nodes/AppointmentScheduling/watching/shared');
	});
	return await loaded!;
}

/** What `share` needs to know of a trigger. */
const trigger = (workflow: Workflow, id: string) =>
	({
		getWorkflow: () => workflow,
		getNode: () => ({ id }),
		getWorkflowStaticData: (type: string) => workflow.getStaticData(type),
	}) as unknown as IPollFunctions;

async function stored() {
	const at = await service();
	const polling = new PollingWorkflow(AppointmentSchedulingPollingTrigger, {
		credentials: credentialOf(at),
		parameters: { event: 'created' },
	});
	return { at, polling };
}

const partsIn = ({ staticData }: PollingWorkflow) =>
	(staticData.global as IDataObject).appointmentScheduling;

test('whichever copy of the static data n8n saves, what each trigger knows is current, and a restart finds it', async () => {
	const { polling } = await stored();
	const { share } = await process();
	const [one, other] = [polling.load(), polling.load()];
	let known = 1;
	share(trigger(one, 'a'), () => ({ known }));
	share(trigger(other, 'b'), () => ({ known: 10 * known }));
	for (const copy of [one, other]) {
		known += 1;
		share(trigger(copy, copy === one ? 'a' : 'b'));
		polling.save(copy);
		expect(partsIn(polling)).toEqual({ a: { known }, b: { known: 10 * known } });
	}

	const restarted = await process();
	const again = polling.load();
	expect(restarted.storedPart(trigger(again, 'a'))).toEqual({ known });
	// The other trigger has not been started yet.
	restarted.share(trigger(again, 'a'), () => ({ known: 99 }));
	polling.save(again);
	expect(partsIn(polling)).toEqual({ a: { known: 99 }, b: { known: 10 * known } });
	expect(restarted.storedPart(trigger(again, 'b'))).toEqual({ known: 10 * known });
});

test('a poll that finds something saves what the webhook trigger of the workflow knows now', async () => {
	const { at, polling } = await stored();
	const { share } = await import('../../../nodes/AppointmentScheduling/watching/shared');
	let known = 1;
	const webhookTrigger = trigger(polling.load(), 'webhook trigger');
	share(webhookTrigger, () => ({ known }));
	await polling.activate();
	known = 2;
	at.book({ status: 'CONFIRMED', start_date: new Date(Date.now() + 86_400_000).toISOString() });
	expect(await polling.tick()).toHaveLength(1);
	expect(partsIn(polling)).toEqual({ 'webhook trigger': { known } });
});

test('keeps what 20 other triggers have stored at most: some were deleted', async () => {
	const { polling } = await stored();
	const parts = Object.fromEntries(
		Array.from({ length: 30 }, (_, index) => [`old-${index}`, { known: index }]),
	);
	polling.staticData = { global: { appointmentScheduling: parts } };
	const { share } = await process();
	const workflow = polling.load();
	share(trigger(workflow, 'new'), () => ({ known: 1 }));
	polling.save(workflow);
	expect(Object.keys(partsIn(polling) as object)).toHaveLength(21);
});
