import { nock } from '../interceptedHttp';
import { processedData } from '../engine/processedData';
import { TriggerWorkflow } from '../trigger/trigger';
import { describeParity } from './cases';
import { Bell } from './nodes/Bell.node';

beforeEach(() => nock.enableNetConnect('127.0.0.1'));
afterEach(() => processedData.reset());

const succeeded = async (work: Promise<void>) =>
	await work.then(
		() => true,
		() => false,
	);

describeParity({
	open: async (parameters) => {
		const trigger = new TriggerWorkflow(Bell, { parameters, credentials: null });
		return {
			publish: async () => await succeeded(trigger.activate()),
			unpublish: async () => void (await succeeded(trigger.deactivate())),
			ring: async (text) => {
				const { status = 0, body } = await trigger.deliver({ body: text });
				return { status, body };
			},
			runs: async () =>
				(await trigger.finished()).map(({ status, items }) => ({
					status,
					reachedNext: items.length > 0,
				})),
			stored: async () => {
				const { url, ...stored } = trigger.nodeStaticData;
				return stored;
			},
			remove: async () => {},
		};
	},
});
