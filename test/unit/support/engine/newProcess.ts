import * as n8nWorkflow from 'n8n-workflow';

/**
 * Loads code as a process started anew would: nothing it kept in memory is there. It shares
 * n8n-workflow with the rest of the test, so that its errors stay recognisable.
 */
export async function newProcess<T>(load: () => Promise<T>): Promise<T> {
	let fresh: T | undefined;
	await jest.isolateModulesAsync(async () => {
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		fresh = await load();
	});
	jest.dontMock('n8n-workflow');
	return fresh as T;
}
