import type { IDataObject } from 'n8n-workflow';

/** What a node throws, as n8n shows it. */
export interface Failure extends Error {
	description?: string | null;
	context: IDataObject;
}

/** What a promise rejects with. */
export async function failureOf<F = Failure>(running: Promise<unknown>): Promise<F> {
	return await running.then(
		() => {
			throw new Error('It did not fail');
		},
		(error: unknown) => error as F,
	);
}
