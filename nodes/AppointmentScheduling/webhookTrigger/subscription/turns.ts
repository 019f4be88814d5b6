import { registry } from '../../watching/keepLatest';

const turns = registry(() => ({ latest: Promise.resolve() as Promise<unknown> }));

/**
 * In this process, the webhook under a URL is registered, restored and deleted one after another, so
 * that what Catch Up is registering when the workflow is unpublished is deleted as well.
 */
export async function takeTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
	const turn = turns(address);
	const result = turn.latest.then(work);
	turn.latest = result.catch(() => undefined);
	return await result;
}
