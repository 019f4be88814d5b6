import { eventually } from '../harness';
import { everyFewSeconds } from '../support/polling';
import { HOSTILE, settings, useExamples } from '../support/published';

const REMINDER = 'reminder-by-whatsapp.json';
const WAITING = 'waiting-list.json';
const SILVA = { calendar_key: '00000000-0000-4000-a000-00000000000a', name: 'Dr. Silva' };

const workflow = useExamples();

/** "sexta-feira, 04/12 às 23:30" */
function whenIn(wall: string): string {
	const [date = '', time = ''] = wall.split('T');
	const weekday = new Date(`${date}T12:00:00Z`).toLocaleDateString('pt-BR', { weekday: 'long' });
	const [, month, day] = date.split('-');
	return `${weekday}, ${day}/${month} às ${time.slice(0, 5)}`;
}

const bookTomorrow = (time: string, full_name: string, phone: string | undefined) =>
	workflow.service.book({
		status: 'CONFIRMED',
		start_date: workflow.wall(1, time),
		person: { full_name, phone },
		calendar: SILVA,
	});

const numbers = () => workflow.gateway.received.map(({ number }) => number).sort();

test('reminds whoever has an appointment tomorrow, at the hour of the clinic, and names whom it did not reach', async () => {
	const ana = bookTomorrow('23:30', 'Ana García', '+55 11 98888-1111');
	bookTomorrow('08:00', HOSTILE, '(11) 98888-2222');
	bookTomorrow('09:00', 'Nora Nobody', undefined);
	bookTomorrow('10:00', 'Rita Refused', '+5511988883333');
	const { appointment_key: key } = bookTomorrow('11:00', 'Carl', '+5511988884444');
	workflow.service.updateStatus(key, 'CANCELED');
	workflow.service.book({ status: 'CONFIRMED', start_date: workflow.wall(2, '00:00') });
	workflow.gateway.refused.add('5511988883333');
	await workflow.publish(REMINDER, { schedule: 'Every Day at Ten' });
	const failure = await workflow.failure();

	expect(numbers()).toEqual(['5511988881111', '5511988882222']);
	const [first] = workflow.gateway.received.filter(({ number }) => number === '5511988881111');
	const when = whenIn(ana.wall);
	expect(first).toEqual({
		number: '5511988881111',
		text: `Olá Ana García, lembramos da sua consulta: ${when}, Dr. Silva. Se não puder vir, responda a esta mensagem.`,
		template: ['Ana García', when, 'Dr. Silva'],
	});
	const [hostile] = workflow.gateway.received.filter(({ number }) => number === '5511988882222');
	expect(hostile?.text).not.toMatch(/[\r\n<]|https?:|\[here\]/);
	expect(failure).toMatch(/^Not reminded: /);
	expect(failure).toContain(`Nora Nobody, ${whenIn(workflow.wall(1, '09:00'))} (no phone)`);
	expect(failure).toContain('(WhatsApp refused it)');
	expect(failure).toMatch(/\. Everybody else was\. Retry does not send these again\.$/);
	expect(workflow.changes()).toEqual([]);
});

test('a service that shows no phones: nobody is reminded, and the execution names everybody', async () => {
	workflow.service.set({ shape: 'document' });
	bookTomorrow('09:00', 'Ana García', '+5511988881111');
	await workflow.publish(REMINDER, { schedule: 'Every Day at Ten' });
	expect(await workflow.failure()).toContain('Ana García');
	expect(numbers()).toEqual([]);
});

test('a test of the reminder sends three messages to the person who tests, or says what to enter', async () => {
	for (const hour of ['08', '09', '10', '11']) bookTomorrow(`${hour}:00`, 'Ana', '+5511988881111');
	const entered = settings({ testPhone: '+55 (11) 90000-0000', countryCode: '55' });
	await workflow.import(REMINDER, { Settings: entered });
	await workflow.api.runManually(workflow.id, 'Every Day at Ten');
	expect(numbers()).toEqual(Array.from({ length: 3 }, () => '5511900000000'));
	await workflow.clear();

	bookTomorrow('08:00', 'Ana', '+5511988881111');
	await workflow.import(REMINDER);
	const { data } = await workflow.api.runManually(workflow.id, 'Every Day at Ten');
	expect(data?.resultData.error?.message).toContain('enter your own number in Settings');
	expect(numbers()).toEqual([]);
});

/** The data table of the example, with people in the order in which they wait. */
async function waitingList(people: Array<[name: string, phone: string, calendar: string]>) {
	await workflow.api.runManually(workflow.id, 'Set Up Once');
	const { data } = await workflow.api.public<{ data: Array<{ id: string; name: string }> }>(
		'GET',
		'/data-tables',
	);
	const path = `/data-tables/${data.find(({ name }) => name === 'Waiting List')!.id}`;
	const rows = people.map(([name, phone, calendar]) => ({ name, phone, calendar }));
	await workflow.api.public('POST', `${path}/rows`, { data: rows });
	return {
		offered: async () => {
			const all = await workflow.api.public<{
				data: Array<{ name: string; offered: string | null }>;
			}>('GET', `${path}/rows`);
			return Object.fromEntries(all.data.map(({ name, offered }) => [name, offered]));
		},
		remove: async () => await workflow.api.public('DELETE', path),
	};
}

const polls = { pollTimes: { item: everyFewSeconds } };
const bookAt = (time: string, calendar = SILVA) =>
	workflow.service.book({
		status: 'CONFIRMED',
		start_date: `2030-12-03T${time}:00`,
		calendar,
		service_keys: [],
	});

test('offers each time that becomes free to whoever has waited longest, once', async () => {
	const { service } = workflow;
	const [first, second, taken] = [bookAt('10:00'), bookAt('11:00'), bookAt('12:00')];
	const begun = service.book({ start_date: workflow.inHours(-1), calendar: SILVA });
	await workflow.import(WAITING, { Canceled: polls });
	const list = await waitingList([
		['Other', '5511900000001', 'Dra. Souza'],
		['Refused', '5511900000002', 'Dr. Silva'],
		['Longest', '+55 (11) 90000-0003', 'Dr. Silva'],
		['Next', '5511900000004', 'Dr. Silva'],
		['Last', '5511900000005', 'Dr. Silva'],
	]);
	workflow.gateway.refused.add('5511900000002');
	service.requests.clear();
	await workflow.api.activate(workflow.id);
	await workflow.listed(2);
	// Nobody may have it: somebody else has booked it at once.
	service.cancel(taken.appointment_key);
	bookAt('12:00');
	for (const { appointment_key: key } of [first, second, begun]) service.cancel(key);
	const offered = expect.stringMatching(/^terça-feira, 03\/12 às 1[01]:00$/) as string;
	const marked = {
		Longest: offered,
		Next: offered,
		Refused: 'not reached',
		Other: null,
		Last: null,
	};
	await eventually(async () => expect(await list.offered()).toEqual(marked));
	await workflow.listed(service.requests.of('GET', /appointments\/$/).length + 2);

	const [tenOClock, eleven] = ['10:00', '11:00'].map((time) => whenIn(`2030-12-03T${time}:00`));
	expect(workflow.gateway.received.map(({ number, text }) => [number, text])).toEqual([
		['5511900000003', expect.stringContaining('Olá Longest, surgiu um horário: terça-feira')],
		['5511900000004', expect.stringContaining('Olá Next, surgiu um horário: terça-feira')],
	]);
	const offers = workflow.gateway.received.map(({ template }) => template?.slice(1));
	expect(offers.sort()).toEqual([tenOClock, eleven].map((when) => [when, 'Dr. Silva']));
	expect(await list.offered()).toEqual(marked);
	expect(workflow.changes()).toEqual([]);
	await list.remove();
});

test('a test of the waiting list writes to the person who tests, and marks nobody', async () => {
	const { appointment_key: key } = bookAt('10:00');
	workflow.service.cancel(key);
	await workflow.import(WAITING, {
		Canceled: polls,
		Settings: settings({ testPhone: '+55 (11) 90000-0000' }),
	});
	const list = await waitingList([['Longest', '5511900000003', 'Dr. Silva']]);
	await workflow.api.runManually(workflow.id, 'Canceled');
	expect(numbers()).toEqual(['5511900000000']);
	expect(await list.offered()).toEqual({ Longest: null });
	await list.remove();
});
