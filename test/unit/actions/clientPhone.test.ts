import type { INodeParameters } from 'n8n-workflow';

import type { Service, ServiceOptions } from '../../stand-in';
import { service } from '../support/service';
import { asTool, credentialsOf, failureOf, locator, run } from './support';

const ANA = '+5511999990000';
const BEN = '+5511888880000';

const NOW = Date.parse('2030-05-14T12:00:00Z');
let at: Service;
async function start(options: ServiceOptions = {}) {
	at = await service({ zone: 'America/Sao_Paulo', samplesShowCode: true, ...options });
}
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

const book = (phone: string | undefined, full_name: string, start_date = '2030-05-16T10:00:00') =>
	at.seed(1, { status: 'CONFIRMED', start_date, person: { full_name, phone } })[0]!;

const each = ['get', 'updateStatus', 'reschedule', 'cancel'] as const;
const more: INodeParameters = { startDate: '2030-05-17T09:00:00', status: 'NO_SHOW' };

async function act(
	operation: string,
	appointment: INodeParameters['appointment'] | undefined,
	clientPhone: unknown,
	{ isTool = false, ...given }: INodeParameters & { isTool?: boolean } = {},
	continueOnFail = false,
) {
	const own = operation === 'getAll' ? {} : { ...more, appointment: appointment! };
	const parameters = { ...own, ...given, options: { clientPhone } as INodeParameters };
	const options = { credentials: credentialsOf(at), continueOnFail, ...(isTool && asTool) };
	const { items, hints } = await run(`appointment:${operation}`, parameters, options);
	return { items: items.map(({ json }) => json), hints: hints.map(({ message }) => message) };
}

describe.each(each)('%s', (operation) => {
	it('finds an appointment in which an attendee has the number, by key and by code', async () => {
		await start();
		const { appointment_key, search_code } = book(ANA, 'Ana');
		for (const appointment of [locator(search_code, 'code'), locator(appointment_key)]) {
			const { items } = await act(operation, appointment, '={{ "55 11 9999-0000" }}');
			expect(items).toEqual([expect.objectContaining({ appointment_key })]);
		}
	});

	it('finds an appointment of which the second attendee has the number', async () => {
		await start();
		const person = { full_name: 'Ana', phone: ANA };
		const others = [{ full_name: 'Ben', phone: BEN }];
		const start_date = '2030-05-16T10:00:00';
		const [{ appointment_key } = { appointment_key: '' }] = at.seed(1, {
			start_date,
			person,
			others,
		});
		expect((await act(operation, locator(appointment_key), BEN)).items).toHaveLength(1);
	});

	it.each([false, true])(
		"answers about a stranger's appointment what it answers about an unknown one (tool: %p)",
		async (isTool) => {
			await start();
			const { appointment_key, search_code } = book(BEN, 'Ben');
			const answers: unknown[] = [];
			for (const [value, mode] of [
				[appointment_key, 'key'],
				['11111111-1111-4111-8111-111111111111', 'key'],
				[search_code, 'code'],
				['AP-999', 'code'],
			]) {
				const failing = failureOf(act(operation, locator(value, mode), ANA, { isTool }));
				const { message, description } = await failing;
				answers.push({ message, description });
			}
			expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
			expect(JSON.stringify(answers[0])).not.toContain('Ben');
			expect(JSON.stringify(answers[0])).toContain('(404)');
			expect(at.requests.entries.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);

	it('says why an appointment or its list cannot be read, which is not that it is not found', async () => {
		await start();
		const { appointment_key, search_code } = book(ANA, 'Ana');
		const respond = (path: RegExp, body: object) =>
			at.faults.add({ method: 'GET', path, action: { kind: 'respond', status: 200, body } });
		const own = respond(/appointments\/./, { appointment_key });
		const failing = failureOf(act(operation, locator(appointment_key), ANA));
		expect((await failing).message).toContain('something other than an appointment');
		own.remove();
		respond(/appointments\/$/, { count: 3, next: null, results: [] });
		const byCode = failureOf(act(operation, locator(search_code, 'code'), ANA));
		expect((await byCode).message).toContain('reported 3 entries but returned 0');
		expect(at.requests.entries.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('finds nothing where the service shows no phone, and a hint says why', async () => {
		await start({ shape: 'document' });
		const { appointment_key } = book(ANA, 'Ana');
		const { items, hints } = await act(operation, locator(appointment_key), ANA, {}, true);
		expect(items).toEqual([expect.objectContaining({ error: expect.stringContaining('404') })]);
		expect(hints).toEqual([expect.stringContaining('without any phone number')]);
	});
});

describe.each([...each, 'getAll'])('%s with a number that is none', (operation) => {
	beforeAll(async () => await start());

	it.each<[string, unknown]>([
		['an expression without a value', '={{ $json.missing }}'],
		['an expression after a plus', '=+{{ $json.missing }}'],
		['null', '={{ null }}'],
		['nothing', ''],
		['seven digits', '1234567'],
		['an object', '={{ { phone: 5511999990000 } }}'],
		['the model', "={{ $fromAI('Phone', '', 'string', '5511999990000') }}"],
		['the model, which leaves it blank', "={{ $fromAI('Phone', '', 'string', '') }}"],
		['the model, in other letters', "={{ $fromai ('Phone', '', 'string', '5511999990000') }}"],
		['the model and a number', "=5511999990000{{ $fromAI('Phone', '', 'string', '') }}"],
	])('closes: %s', async (_what, clientPhone) => {
		const acting = act(operation, locator('k'), clientPhone, { isTool: true });
		const { message } = await failureOf(acting);
		expect(message).toContain("'Client Phone': it has no number. Nothing was read or changed");
		expect(at.requests.total).toBe(0);
	});
});

describe('Get Many', () => {
	it('returns only appointments of this number, and counts Limit after that', async () => {
		await start();
		const days = ['16', '17', '18', '19'].map((day) => `2030-05-${day}T10:00:00`);
		for (const day of days) {
			book(BEN, 'Ben', day);
			book(ANA, 'Ana', day);
			book(undefined, 'Chloé', day);
		}
		const { items, hints } = await act('getAll', undefined, ANA, { limit: 3, simplify: true });
		expect(items.map(({ person_name }) => person_name)).toEqual(['Ana', 'Ana', 'Ana']);
		expect(hints).toEqual([]);
		// The service compares in its own way, so the number is not sent.
		expect(at.requests.entries[0]?.query).not.toContain('phone=');
		const given = { when: 'onDate', day: '2030-05-17' };
		expect((await act('getAll', undefined, ANA, given)).items).toHaveLength(1);
	});

	it('returns nothing where the service shows no phone, and a hint says why, which no model reads', async () => {
		await start({ shape: 'document' });
		book(ANA, 'Ana');
		for (const isTool of [false, true]) {
			const { items, hints } = await act('getAll', undefined, ANA, { isTool });
			expect(items.filter((item) => !('note' in item))).toEqual([]);
			expect(hints).toEqual([expect.stringContaining('without any phone number')]);
			expect(JSON.stringify(items)).not.toContain('phone number');
		}
	});

	it('says nothing of phones where there is no appointment', async () => {
		await start();
		expect(await act('getAll', undefined, ANA)).toEqual({ items: [], hints: [] });
	});
});

it('a cancellation of an earlier item tells a stranger nothing', async () => {
	await start();
	const { appointment_key } = book(ANA, 'Ana');
	const { items, hints } = await run(
		'appointment:cancel',
		{ appointment: locator(appointment_key), options: { clientPhone: '={{ $json.phone }}' } },
		{
			items: [{ phone: ANA }, { phone: BEN }],
			continueOnFail: true,
			credentials: credentialsOf(at),
		},
	);
	expect(items.map(({ json }) => json)).toEqual([
		expect.objectContaining({ canceled: true }),
		expect.objectContaining({ error: expect.stringContaining('404') }),
	]);
	// The number is another one, but it was shown.
	expect(hints).toEqual([]);
});
