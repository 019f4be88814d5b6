import { readFileSync } from 'node:fs';
import { play } from './play';
test('replay', async () => {
	const out = readFileSync(process.env.OUT!, 'utf8');
	const lines = out.split('\n').map((l) => l.trim()).filter((l) => l.startsWith('{')).map((l) => JSON.parse(l.replace(/\\"/g, '"').replace(/"$/, '')));
	const [around, ...steps] = lines;
	const world = await play({ around, steps } as never);
	const t = (ms?: number) => (ms === undefined ? '-' : new Date(ms).toISOString().slice(5, 19));
	const w = (world as any);
	const rows: string[] = [];
	for (const e of w.workflow.executions) rows.push([e.id, e.mode, t(e.createdAt), 'begun', e.hasBegun, 'saved', t(e.savedAt), e.status, 'lost', t(e.lostAt), JSON.stringify(e.data).slice(0, 700)].join(' '));
	console.log(world.oracle.breaches.join('\n') + '\n' + rows.join('\n') + '\nrestarts ' + w.facts.restarts.map(t).join());
});
