import type { IDataObject } from 'n8n-workflow';
import { startTower, type Tower } from './tower';

/** A workflow that starts with the bell: in the port of n8n, or in a real one. */
export interface BellWorkflow {
	/** Whether the trigger is registered in the end. */
	publish(): Promise<boolean>;
	/** Returns when n8n has given up or is done. */
	unpublish(): Promise<void>;
	/** Sends text to the webhook. */
	ring(body: string): Promise<{ status: number; body: unknown }>;
	/** Waits for so many runs. Of each, oldest first: how it ended, and whether the next node got an item. */
	runs(count: number): Promise<Array<{ status: string; reachedNext: boolean }>>;
	/** The node's static data as n8n's database holds it, without the address. */
	stored(): Promise<IDataObject>;
	remove(): Promise<void>;
}

export interface Stage {
	open(parameters: { tower: string; respond: string }): Promise<BellWorkflow>;
}

interface Case {
	name: string;
	respond?: 'lastNode';
	/** Returns what is compared with `shows`. */
	play(bell: BellWorkflow, tower: Tower): Promise<unknown>;
	shows: unknown;
}

const ring = (word: string) => JSON.stringify({ ring: word });

interface Shown {
	status: number;
	runs: Array<[status: string, reachedNext: boolean]>;
	/** What webhook() stored. */
	heard: string | undefined;
}

const deliveries: Array<[ring: string, respond: 'lastNode' | undefined, shows: Shown]> = [
	['go', undefined, { status: 200, runs: [['success', true]], heard: undefined }],
	['go', 'lastNode', { status: 200, runs: [['success', true]], heard: undefined }],
	['fail', undefined, { status: 200, runs: [['error', false]], heard: undefined }],
	['fail', 'lastNode', { status: 500, runs: [['error', false]], heard: undefined }],
	['break', undefined, { status: 500, runs: [['error', false]], heard: undefined }],
	['refuse', undefined, { status: 400, runs: [], heard: 'refuse' }],
	['ignore', undefined, { status: 200, runs: [], heard: 'ignore' }],
];

const cases: Case[] = [
	{
		name: 'a published workflow registers, an unpublished one deletes',
		play: async (bell, { asked }) => {
			const isUp = await bell.publish();
			await bell.unpublish();
			return [isUp, [...asked], await bell.stored()];
		},
		shows: [true, ['POST', 'DELETE'], { created: 1, deleted: 1 }],
	},
	{
		name: 'a failed registration is deleted, and tried again',
		play: async (bell, tower) => {
			tower.fail('POST', 1);
			const isUp = await bell.publish();
			return [isUp, [...tower.asked], await bell.stored()];
		},
		shows: [true, ['POST', 'DELETE', 'POST'], { created: 2, deleted: 1 }],
	},
	{
		name: 'a registration is tried five times',
		play: async (bell, tower) => {
			tower.fail('POST', 9);
			const isUp = await bell.publish();
			return [isUp, tower.asked.filter((method) => method === 'POST'), await bell.stored()];
		},
		shows: [false, Array(5).fill('POST'), { created: 5, deleted: 5 }],
	},
	{
		name: 'a failed deletion is tried three times, and what it stored is kept',
		play: async (bell, tower) => {
			await bell.publish();
			tower.fail('DELETE', 9);
			await bell.unpublish();
			const { status } = await bell.ring(ring('go'));
			return [status, [...tower.asked], await bell.stored()];
		},
		shows: [404, ['POST', 'DELETE', 'DELETE', 'DELETE'], { created: 1, deleted: 3 }],
	},
	...deliveries.map(([word, respond, shows]): Case => ({
		name: `a delivery with "${word}", response ${respond ?? 'at once'}`,
		respond,
		play: async (bell) => {
			await bell.publish();
			const { status } = await bell.ring(ring(word));
			const runs = await bell.runs(shows.runs.length);
			const { heard } = await bell.stored();
			return {
				status,
				runs: runs.map((run) => [run.status, run.reachedNext]),
				heard,
			};
		},
		shows,
	})),
	{
		name: 'a body that is no JSON',
		play: async (bell) => {
			await bell.publish();
			return [await bell.ring('{ not JSON'), await bell.runs(0)];
		},
		shows: [
			{
				status: 422,
				body: {
					code: 422,
					message: 'Failed to parse request body',
					hint: expect.stringMatching(/./),
				},
			},
			[],
		],
	},
	{
		name: 'what a run stores is kept',
		play: async (bell) => {
			await bell.publish();
			await bell.ring(ring('keep'));
			await bell.runs(1);
			return await bell.stored();
		},
		shows: { created: 1, kept: true },
	},
	{
		name: 'a key that checkProcessedAndRecord knows',
		play: async (bell) => {
			await bell.publish();
			await bell.ring(ring('once'));
			await bell.runs(1);
			await bell.ring(ring('once'));
			return (await bell.runs(2)).map(({ reachedNext }) => reachedNext);
		},
		shows: [true, false],
	},
];

/** The same cases for the port of n8n and for a real n8n: where they differ, the port is wrong. */
export function describeParity(stage: Stage): void {
	test.each(cases)(
		'$name',
		async ({ respond = 'onReceived', play, shows }) => {
			const tower = await startTower();
			const bell = await stage.open({ tower: tower.url, respond });
			try {
				expect(await play(bell, tower)).toEqual(shows);
			} finally {
				await bell.remove();
				await tower.stop();
			}
		},
		120_000,
	);
}
