import { ExecuteContext } from 'n8n-core';

import {
	appointment,
	byKey,
	each,
	host,
	itemPath,
	locator,
	nock,
	numbered,
	run,
	slowService,
} from './support';

type Evaluate = (name: string, itemIndex: number, ...others: unknown[]) => unknown;

/** What n8n was asked to evaluate, as name and item. */
function evaluations(): string[] {
	const asked: string[] = [];
	const contexts = ExecuteContext.prototype as unknown as { _getNodeParameter: Evaluate };
	const evaluate = contexts._getNodeParameter;
	jest.spyOn(contexts, '_getNodeParameter').mockImplementation(function (this: unknown, ...args) {
		asked.push(`${args[0]} of item ${args[1]}`);
		return evaluate.apply(this, args);
	});
	return asked;
}

afterEach(() => jest.restoreAllMocks());

/** Waits for it, some seconds at most. */
async function until(condition: () => boolean): Promise<void> {
	for (let turn = 0; turn < 500 && !condition(); turn += 1) {
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}

const reply = (method: string, uri: RegExp, body?: object) =>
	nock(host).persist().intercept(uri, method).query(true).optionally().reply(200, body);

const phone = '+34 600 000 123';
const options = { clientPhone: '={{ "+34 600 000 123" }}' };

it.each([
	['appointment:updateStatus', { ...each, status: '={{ "NO_SHOW" }}', options }],
	['appointment:reschedule', { ...each, startDate: '={{ "2026-05-01T10:00:00" }}', options }],
	[
		'appointment:reschedule',
		{ ...each, startDate: '2026-05-01T10:00:00', options: { ...options, checkSlot: false } },
	],
	['appointment:cancel', { ...each, sendEmail: 'no', options }],
	['appointment:get', { ...each, simplify: '={{ true }}', options }],
	[
		'appointment:getAll',
		{
			returnAll: true,
			simplify: true,
			when: '={{ "onDate" }}',
			day: '={{ "2026-05-01" }}',
			filters: { name: '={{ "Ana" }}' },
			options,
		},
	],
	[
		'appointment:create',
		{
			calendar: locator('={{ "c" + $json.number }}'),
			startDate: '={{ "2026-05-01T10:00:00" }}',
			attendees: { attendee: [{ name: '={{ "Ana" }}' }] },
			checkSlot: false,
		},
	],
	['webhook:delete', { webhook: locator('={{ "w" + $json.number }}') }],
] as const)('each parameter of %s is evaluated once for each item', async (name, parameters) => {
	const shown = { ...appointment, attendees: [{ name: 'Ana', phone }] };
	reply('GET', /appointments\/$/, { results: [shown, { ...shown, appointment_key: 'b' }] });
	reply('GET', itemPath, shown);
	for (const method of ['PATCH', 'POST', 'DELETE']) reply(method, /./, {});
	const asked = evaluations();
	await run(name, parameters as never, { items: numbered(3) });
	expect(asked).toContain('operation of item 0');
	expect(asked.filter((one, index) => asked.indexOf(one) !== index)).toEqual([]);
});

it('what an operation does not use is not evaluated', async () => {
	nock(host).patch(/./).reply(200);
	const wrong = '={{ $json.not.there }}';
	const asked = evaluations();
	await run('appointment:updateStatus', {
		...byKey,
		status: 'NO_SHOW',
		startDate: wrong,
		sendEmail: wrong,
	});
	expect(asked).toContain('status of item 0');
	expect(asked.join()).not.toMatch(/startDate|sendEmail|options/);
});

it('the first requests leave before all items are evaluated', async () => {
	const asked = evaluations();
	const seen = slowService((number) => {
		if (number === 0) asked.push('sent');
		return 200;
	});
	await run('appointment:get', each, { items: numbered(64) });
	expect(seen.requests).toHaveLength(64);
	const before = asked
		.slice(0, asked.indexOf('sent'))
		.filter((one) => one.startsWith('appointment '));
	expect(before.length).toBeLessThan(40);
});

it('no more than 64 items are under way at a time', async () => {
	const asked = evaluations();
	const evaluated = () => asked.filter((one) => one.startsWith('appointment ')).length;
	const held: Array<() => void> = [];
	nock(host)
		.persist()
		.get(itemPath)
		.reply(async () => {
			await new Promise<void>((respond) => held.push(respond));
			return [200, appointment];
		});
	const running = run('appointment:get', each, { items: numbered(100) });
	await until(() => evaluated() >= 64);
	await new Promise((resolve) => setTimeout(resolve, 100));
	expect(evaluated()).toBe(64);
	const releasing = setInterval(() => {
		for (const respond of held.splice(0)) respond();
	}, 1);
	expect((await running).items).toHaveLength(100);
	clearInterval(releasing);
});
