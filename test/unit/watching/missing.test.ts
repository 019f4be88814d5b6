import type { IDataObject } from 'n8n-workflow';

import { comparableKey, type Key } from '../../../nodes/AppointmentScheduling/service/values/keys';
import { Book } from '../../../nodes/AppointmentScheduling/watching/book';
import {
	MissingAppointments,
	type Answer,
} from '../../../nodes/AppointmentScheduling/watching/missing';
import { sightOf } from '../../../nodes/AppointmentScheduling/watching/state';

const NOW = Date.UTC(2026, 10, 23, 12);
const HOUR = 3_600_000;
const zone = 'Europe/Madrid';
const rules = { zone, passes: () => true, isSelected: () => true };

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

/** A book of appointments that begin one hour after another, and a service that answers for each. */
function clinic(count: number, answerOf: (number: number) => Answer) {
	const book = new Book();
	const missing = new MissingAppointments();
	const asked: string[] = [];
	const canceled: IDataObject[] = [];
	for (let number = count; number >= 1; number -= 1) {
		const start_date = new Date(NOW + number * HOUR).toISOString();
		const data = { appointment_key: `key-${number}`, start_date, status: 'CONFIRMED' };
		book.observe(sightOf(data)!, { readAt: 0, now: NOW }, rules);
	}
	const numberOf = (spelling: string) => Number(spelling.split('-')[1]);
	const check = async (listed: number[] = [], isTrusted = true, now = NOW) => {
		asked.length = 0;
		const keys = new Set(listed.map((number) => `key-${number}` as Key));
		const found = await missing.find(
			book,
			keys,
			{ now, zone, isTrusted },
			{
				ask: async ({ spelling }) => {
					asked.push(spelling);
					return await Promise.resolve(answerOf(numberOf(spelling)));
				},
				listCanceled: async () => await Promise.resolve(canceled),
			},
		);
		return {
			canceled: [...found.canceled, ...found.gone].map(({ appointment_key: key }) => key),
			untold: found.untold,
			asked: [...asked],
		};
	};
	return { check, canceled, missing };
}

it('tells as canceled what is gone at two checks in a row', async () => {
	const { check } = clinic(3, () => 'gone');
	expect(await check([2, 3])).toEqual({ canceled: [], untold: 0, asked: ['key-1'] });
	expect(await check([2, 3])).toEqual({ canceled: ['key-1'], untold: 0, asked: ['key-1'] });
});

it('counts the end of a delivered look as one', async () => {
	const { check, missing } = clinic(2, () => 'gone');
	missing.noteGone(comparableKey('key-1')!);
	expect((await check([2])).canceled).toEqual(['key-1']);
});

it('forgets that one was gone if the list shows it again', async () => {
	const { check } = clinic(2, () => 'gone');
	await check([2]);
	await check([1, 2]);
	expect((await check([2])).canceled).toEqual([]);
});

it.each([
	['an error', ['gone', 'failed', 'gone', 'gone'], [0, 0, 0, 1]],
	['the appointment', ['gone', 'shown', 'gone', 'gone'], [0, 0, 0, 1]],
	['a refusal', ['gone', 'refused', 'gone', 'gone'], [0, 0, 0, 1]],
] as const)('begins again after %s', async (_name, answers, told) => {
	let number = -1;
	const { check } = clinic(2, () => answers[number]!);
	for (number = 0; number < answers.length; number += 1) {
		expect((await check([2])).canceled).toHaveLength(told[number]!);
	}
});

it('of more than three, asks again after an hour for what the service shows by its key or refuses', async () => {
	const { check } = clinic(5, (number) => (number === 1 ? 'shown' : 'refused'));
	const all = ['key-1', 'key-2', 'key-3', 'key-4'];
	expect((await check([5])).asked).toEqual(all);
	jest.advanceTimersByTime(59 * 60_000);
	expect((await check([5])).asked).toEqual([]);
	expect((await check([4, 5])).asked).toEqual(all.slice(0, 3));
	jest.advanceTimersByTime(60_000);
	expect((await check([5])).asked).toEqual(['key-4']);
});

it('tells at the second check what is gone after a token has hidden many', async () => {
	const { check } = clinic(10, () => 'gone');
	for (const _check of [1, 2, 3]) await check([9, 10]);
	const others = [2, 3, 4, 5, 6, 7, 8, 9, 10];
	expect((await check(others)).canceled).toEqual([]);
	expect((await check(others)).canceled).toEqual(['key-1']);
});

it('tells at most three by absence alone, and none of more, asking each once an hour then', async () => {
	const three = clinic(10, () => 'gone');
	await three.check([4, 5, 6, 7, 8, 9, 10]);
	expect((await three.check([4, 5, 6, 7, 8, 9, 10])).canceled).toEqual(['key-1', 'key-2', 'key-3']);
	const four = clinic(10, () => 'gone');
	await four.check([5, 6, 7, 8, 9, 10]);
	expect(await four.check([5, 6, 7, 8, 9, 10])).toMatchObject({ canceled: [], untold: 4 });
	expect((await four.check([5, 6, 7, 8, 9, 10])).asked).toEqual([]);
});

it('tells nothing by absence if others are missing for which the service does not answer', async () => {
	const { check } = clinic(10, (number) => (number <= 2 ? 'gone' : 'failed'));
	await check([6, 7, 8, 9, 10]);
	expect(await check([6, 7, 8, 9, 10])).toMatchObject({ canceled: [], untold: 2 });
});

it('tells nothing by absence if the list shows no known appointment', async () => {
	const { check } = clinic(1, () => 'gone');
	await check([], false);
	expect(await check([], false)).toMatchObject({ canceled: [], untold: 1 });
});

it('tells all that the list of canceled ones shows', async () => {
	const { check, canceled } = clinic(10, () => 'gone');
	await check([10]);
	for (let number = 1; number <= 6; number += 1) {
		canceled.push({ appointment_key: `key-${number}`, status: 'CANCELED_CLIENT' });
	}
	const found = await check([10]);
	expect(found.canceled).toHaveLength(9);
	expect(found.untold).toBe(0);
});

it('asks for the 200 that begin next, and for none that has begun', async () => {
	const { check } = clinic(300, () => 'gone');
	const { asked } = await check([], true, NOW + 50.5 * HOUR);
	expect(asked).toHaveLength(200);
	expect(asked[0]).toBe('key-51');
	expect(asked).not.toContain('key-251');
});
