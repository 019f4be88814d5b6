import { setImmediate as nextTurn } from 'node:timers/promises';

import { processedData } from '../engine/processedData';
import { nock } from '../interceptedHttp';
import { Bell } from '../parity/nodes/Bell.node';
import { startTower, type Tower } from '../parity/tower';
import { TriggerWorkflow } from './trigger';

let tower: Tower;
let trigger: TriggerWorkflow;

beforeEach(async () => {
	nock.enableNetConnect('127.0.0.1');
	tower = await startTower();
	trigger = new TriggerWorkflow(Bell, {
		parameters: { tower: tower.url },
		credentials: null,
		publicUrl: 'https://public.example/n8n',
	});
	await trigger.activate();
});
afterEach(async () => {
	processedData.reset();
	await tower.stop();
});

const ring = async (...words: string[]) =>
	await Promise.all(words.map(async (word) => await trigger.deliver({ body: { ring: word } })));

describe('a webhook', () => {
	it('is created at the public address, found again at a restart, and deleted', async () => {
		expect(trigger.webhookUrl).toMatch(/^https:\/\/public\.example\/n8n\/webhook\/.+\/webhook$/);
		expect(trigger.nodeStaticData).toMatchObject({ url: trigger.webhookUrl });
		await trigger.restart();
		expect(tower.asked).toEqual(['POST']);
		await trigger.deactivate();
		expect(tower.asked).toEqual(['POST', 'DELETE']);
		expect(await ring('go')).toMatchObject([{ status: 404 }]);
	});

	it('listens for one test event beside production', async () => {
		const saved = trigger.nodeStaticData;
		await trigger.listenForTest();
		const { status, execution } = await trigger.deliver({ body: { ring: 'go' }, test: true });
		expect(status).toBe(200);
		expect(await execution).toMatchObject({ mode: 'manual', status: 'success' });
		expect(tower.asked).toEqual(['POST', 'POST', 'DELETE']);
		expect(trigger.nodeStaticData).toEqual(saved);
		expect(await trigger.deliver({ body: {}, test: true })).toMatchObject({ status: 404 });
	});
});

describe('the table behind checkProcessedAndRecord', () => {
	const words = ['once 1', 'once 2', 'once 3'];

	it('forgets what calls at the same time overwrite', async () => {
		await ring('once');
		await trigger.finished();
		let updates = 0;
		processedData.beforeAccess = async (access) => {
			if (access === 'update') updates += 1;
			while (access === 'update' && updates < 3) await nextTurn();
		};
		await ring(...words);
		await trigger.finished();
		await ring(...words);
		const again = (await trigger.finished()).slice(4);
		expect(again.flatMap(({ items }) => items)).toHaveLength(2);
	});

	it('fails when it cannot be written', async () => {
		processedData.beforeAccess = () => {
			throw new Error('database is locked');
		};
		const [delivered] = await ring('once');
		expect(await delivered?.execution).toMatchObject({ status: 'error' });
	});
});
