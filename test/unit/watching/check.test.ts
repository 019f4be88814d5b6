import type { IDataObject } from 'n8n-workflow';

import { Book } from '../../../nodes/AppointmentScheduling/watching/book';
import { checkList, type Missing } from '../../../nodes/AppointmentScheduling/watching/check';
import { json, talkTo } from '../service/support';
import { appointment, fresh, HOUR, inDays, RULES, starting } from './support';

interface Answers {
	/** What the list shows. */
	listed: IDataObject[];
	/** What the list of canceled ones shows. */
	canceled?: IDataObject[];
	/** What is shown by key. */
	single?: IDataObject[];
	/** How many there are, as the first page says and as the last page says. */
	count?: [first: number, last: number];
}

/** A trigger that checks when it is told to. */
function trigger(book = new Book()) {
	const missing: Missing = new Map();
	const events: string[] = [];
	const warnings: string[] = [];
	const state = { isOver: false };
	let answers: Answers = { listed: [] };
	const { client, requests } = talkTo(({ url }) => {
		const { pathname, searchParams } = new URL(url);
		const key = /appointments\/([^/]+)\/$/.exec(pathname)?.[1];
		if (key !== undefined) {
			const found = answers.single?.find((one) => one.appointment_key === key);
			return found ? json(found) : json({ detail: 'Not found.' }, 404);
		}
		const isCanceled = searchParams.get('is_cancelled') === 'true';
		const results = isCanceled ? (answers.canceled ?? []) : answers.listed;
		const [first, last] = (!isCanceled && answers.count) || [results.length, results.length];
		const page = Number(searchParams.get('page') ?? 1);
		const isFirst = first !== last && page === 1;
		const next = isFirst ? 'https://scheduling.example/api/v3/appointments/?page=2' : null;
		const shown = first === last ? results : isFirst ? results.slice(0, 1) : results.slice(1);
		return json({ count: isFirst ? first : last, next, results: shown });
	});
	return {
		book,
		events,
		warnings,
		requests,
		state,
		check: async (now: Answers) => {
			answers = now;
			events.length = 0;
			requests.length = 0;
			const { isRecorded, problem } = await checkList({
				book,
				client,
				filters: {},
				missing,
				compare: async (shown, readAt) => {
					for (const one of shown) {
						const change = book.observe(one, readAt, RULES);
						if (change) events.push(`${change.event} ${one.key}`);
					}
					await Promise.resolve();
				},
				warn: (problem) => warnings.push(problem),
				isOver: () => state.isOver,
			});
			if (problem !== undefined) warnings.push(problem);
			return isRecorded;
		},
	};
}

const known = (key: string, more: IDataObject = {}) =>
	appointment({ appointment_key: key, ...more });

it('lists from two days ago on, and a day more for the zone', async () => {
	const at = trigger();
	await at.check({ listed: [] });
	const from = new URL(at.requests[0]!.url).searchParams.get('start_date')!;
	expect(from).toBe(`${inDays(-3).slice(0, 10)}T12:00:00`);
});

it('begins with the first list, and what was booked within the hour before it is new later', async () => {
	const at = trigger();
	expect(await at.check({ listed: [known('a')] })).toBe(true);
	expect(Date.now() - at.book.since!).toBeGreaterThanOrEqual(HOUR);
	expect(Date.now() - at.book.since!).toBeLessThan(HOUR + 60_000);
	await at.check({ listed: [known('a'), known('b', fresh)] });
	expect(at.events).toEqual(['created b']);
});

it('begins with no list that lacks entries, but with the second one that has moved', async () => {
	const lacking = trigger();
	for (let time = 0; time < 3; time += 1) {
		expect(await lacking.check({ listed: [known('a')], count: [3, 3] })).toBe(false);
	}
	expect(lacking.warnings[0]).toMatch(/^The first list may lack appointments.*3 entries/);
	const moving = trigger();
	expect(await moving.check({ listed: [known('a'), known('b')], count: [3, 2] })).toBe(false);
	expect(await moving.check({ listed: [known('a'), known('b')], count: [3, 2] })).toBe(true);
});

it('compares what a list shows that is not whole, and asks for nothing that it lacks', async () => {
	const at = trigger();
	await at.check({ listed: [known('a'), known('b'), known('c')] });
	const listed = [known('a', { status: 'PENDING' }), known('c')];
	await at.check({ listed, count: [3, 2] });
	expect(at.events).toEqual(['updated a']);
	expect(at.requests.some(({ url }) => /is_cancelled|appointments\/b/.test(url))).toBe(false);
	expect(at.warnings.join()).toContain('Only what the list shows was compared');
});

it('finds what a list hides: canceled ones in a list, others by key', async () => {
	const at = trigger();
	const all = [known('a'), known('b'), known('c'), known('begun', starting(-1))];
	await at.check({ listed: all });
	await at.check({
		listed: [all[0]!],
		canceled: [known('b', { status: 'CANCELED' })],
		single: [known('c', { status: 'ATTENDED' })],
	});
	expect(at.events).toEqual(['canceled b', 'updated c']);
	const paths = at.requests.map(({ url }) => new URL(url).pathname);
	expect(paths.filter((path) => /appointments\/.+\//.test(path))).toHaveLength(1);
});

it('leaves out entries without a key, and says so', async () => {
	const at = trigger();
	expect(await at.check({ listed: [known('a'), { status: 'PENDING' }] })).toBe(true);
	expect([at.book.size, at.warnings]).toEqual([
		1,
		['The list has entries without a key. They are left out'],
	]);
});

it('asks for twenty of those that a list hides, each time for others', async () => {
	const at = trigger();
	const hidden = Array.from({ length: 30 }, (_, index) => known(`hidden-${index}`));
	await at.check({ listed: hidden });
	const asked = new Set<string>();
	for (const count of [20, 30]) {
		await at.check({ listed: [], single: hidden });
		for (const { url } of at.requests) if (url.includes('/hidden-')) asked.add(url);
		expect(asked.size).toBe(count);
	}
	expect(at.events).toEqual([]);
});

it('asks again for what was gone and has come back', async () => {
	const at = trigger();
	const [gone, other] = [known('gone'), known('other')];
	await at.check({ listed: [gone, other] });
	await at.check({ listed: [other] });
	await at.check({ listed: [other] });
	expect(at.warnings.join()).toContain('gone from the service');
	await at.check({ listed: [gone, other] });
	await at.check({ listed: [other], single: [known('gone', { status: 'CANCELED' })] });
	expect(at.events).toEqual(['canceled gone']);
});

it('compares nothing with an empty list of another account if something is known that is ahead', async () => {
	const at = trigger();
	await at.check({ listed: [known('a')] });
	at.book.account = 'another account';
	expect(await at.check({ listed: [] })).toBe(true);
	expect(at.warnings).toEqual([
		'The list of appointments is empty although some are known, so nothing was compared',
	]);
	expect([at.book.account, at.book.knows('a')]).toEqual(['another account', true]);
});

it('takes an empty list for another account if nothing is known that is ahead', async () => {
	const at = trigger();
	Object.assign(at.book, { account: 'another account', since: Date.now() });
	expect(await at.check({ listed: [] })).toBe(true);
	expect(at.book.account).not.toBe('another account');
	expect(at.warnings).toEqual([]);
});

it('leaves the book of a stopped trigger as it is', async () => {
	const { book } = trigger();
	book.account = 'another account';
	book.since = Date.now();
	const before = book.toString();
	const at = trigger(book);
	at.state.isOver = true;
	expect(await at.check({ listed: [known('a')] })).toBe(false);
	expect([book.toString(), at.warnings]).toEqual([before, []]);
});
