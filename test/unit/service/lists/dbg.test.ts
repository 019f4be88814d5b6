import { dialect } from '../../../stand-in/dialects';
import { listAnswer } from '../../../stand-in/lists/pages';
import { Refusal } from '../../../stand-in/server/refusal';
import { read } from './lists';
import { json, talkTo } from '../support';
import { setTimeout as sleep } from 'node:timers/promises';

let seed = 7;
const random = () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };

async function once(knobs: object, size: number, changes: number, concurrency?: number) {
	let rows = Array.from({ length: size }, (_, i) => ({ appointment_key: `k${i}` }));
	const always = new Set(rows.map((r) => r.appointment_key));
	const answer = (url: string) => {
		const { searchParams, search, origin, pathname } = new URL(url);
		const whole = (name: string) => searchParams.has(name) ? Number(searchParams.get(name)) : undefined;
		const query = { page: whole('page'), limit: whole('limit'), offset: whole('offset'), cursor: searchParams.get('cursor') ?? undefined };
		try {
			const { body, headers } = listAnswer(rows, query, { origin, path: pathname, query: search.slice(1) }, dialect(knobs), (r) => r);
			return json(body, 200, headers);
		} catch (error) {
			if (error instanceof Refusal) return json({ detail: error.words }, error.status);
			throw error;
		}
	};
	// changes happen at random moments
	const talk = talkTo(async ({ url }) => {
		await sleep(2 + random() * 4);
		const a = answer(url);
		await sleep(2 + random() * 4);
		return a;
	}, { concurrency });
	let done = false; let n = 0;
	const changer = (async () => {
		for (let c = 0; c < changes; c++) {
			await sleep(random() * 45 / changes);
			if (done) return;
			n++;
			const gone = Math.floor(random() * rows.length);
			always.delete(rows[gone]!.appointment_key);
			rows = rows.filter((_, i) => i !== gone);
			rows.splice(Math.floor(random() * (rows.length + 1)), 0, { appointment_key: `new${c}` });
		}
	})();
	const list = await read(talk);
	done = true;
	await changer;
	const got = new Set(list.elements.map((e) => e.appointment_key));
	const lost = [...always].filter((k) => !got.has(k)).length;
	return { lost, said: list.incomplete !== undefined, requests: talk.requests.length, n };
}
it('measure', async () => {
	for (const [name, knobs, conc] of [
		['offset plan', { pagination: 'offset', count: 'exact', pageSize: 20 }, 8],
		['pages plan', { pagination: 'pages', count: 'exact', pageSize: 20 }, 8],
		['pages plan conc 2', { pagination: 'pages', count: 'exact', pageSize: 20 }, 2],
		['pages sequential', { pagination: 'pages', count: 'none', pageSize: 20 }, 8],
		['totalAlone', { pagination: 'totalAlone', count: 'exact', pageSize: 20 }, 8],
		['cursor by key', { pagination: 'google', pageSize: 20 }, 8],
	] as const) {
		let silent = 0, said = 0, requests = 0, n = 0;
		for (let i = 0; i < 120; i++) {
			const r = await once(knobs, 120, 1, conc);
			if (r.lost > 0 && !r.said) silent++;
			if (r.said) said++;
			requests += r.requests; n += r.n;
		}
		console.log(name, { silent, said, requests: requests / 120, n });
	}
}, 300000);
