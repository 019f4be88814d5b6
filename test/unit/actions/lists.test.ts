import { asTool, host, nock, run } from './support';

const lists = [
	'appointment:getAll',
	'calendar:getAll',
	'service:getAll',
	'webhook:getAll',
] as const;
const message = 'The service reported 3 entries but returned 1';

const many = (length: number) => ({
	results: Array.from({ length }, (_, index) => ({ appointment_key: `k${index}` })),
});
const answerWith = (body: object) => void nock(host).persist().get(/./).reply(200, body);

it.each(lists)('a list that may be incomplete says so to people (%s)', async (name) => {
	answerWith({
		results: [{ appointment_key: 'k', calendar_key: 'c', service_key: 's' }],
		count: 3,
	});
	const { hints } = await run(name, { returnAll: true });
	expect(hints).toEqual([expect.objectContaining({ message })]);
	if (name === 'webhook:getAll') return;
	const asked = await run(name, { limit: 50 }, asTool);
	expect(asked.items.at(-1)?.json.note).toContain(message);
	expect(asked.hints).toEqual([]);
});

it.each([
	[7, 7, 7],
	[120, 7, 7],
	[120, 5000, 100],
])('a tool returns of %i entries, with a limit of %i, %i', async (length, limit, expected) => {
	answerWith(many(length));
	const { items } = await run('appointment:getAll', { limit }, asTool);
	expect(items.filter(({ json }) => 'appointment_key' in json)).toHaveLength(expected);
	const note = String(items.at(-1)?.json.note);
	const more = `These are the first ${expected}. There are more. Fewer days or more filters show`;
	expect(note.startsWith(more)).toBe(length > expected);
	expect(note.includes('There are more')).toBe(length > expected);
});

it('if calendars are left out, a model reads nothing about days', async () => {
	answerWith(many(7));
	const { items } = await run('calendar:getAll', { limit: 2 }, asTool);
	expect(items.at(-1)?.json.note).toMatch(/^These are the first 2\. There are more\.(?!.*days)/);
});

it('if the filter Phone finds nothing, a hint says how the service compares it', async () => {
	answerWith({ results: [] });
	const { hints } = await run('appointment:getAll', { filters: { phone: '11 99999.0000' } });
	expect(hints.map((hint) => hint.message)).toEqual([
		"Nothing was found with the filter 'Phone'. The service compares it in its own way: write it as the service shows it",
	]);
});
