import type { IDataObject } from 'n8n-workflow';
import type { Appointment } from '../../stand-in';
import { locator } from '../../unit/support/locator';
import { ask, tool, type Agent } from '../support/agents';
import { startChatModel, type ChatModel, type Move } from '../support/chatModel';
import { useSharedN8n } from '../support/fixture';

// Booking by an agent: test/n8n/editor/examples.receptionist.test.ts. What a tool asks the model for, and says to it: test/unit/nodes/display.test.ts, test/unit/actions/tool*.test.ts.
const fixture = useSharedN8n({ zone: 'America/Sao_Paulo', samplesShowCode: true });
const DAY = '2030-12-03';
const ANA = { full_name: 'Ana Lima', phone: '+55 11 98888-1111', email: 'ana@example.com' };
const BEN = { full_name: 'Ben Secret', phone: '+5511988882222', email: 'ben@secret.example' };

let model: ChatModel;

beforeAll(async () => void (model = await startChatModel(fixture.n8n.api)));
beforeEach(() => {
	fixture.service.faults.clear();
	fixture.service.requests.clear();
});
afterAll(async () => await model?.stop());

const chat = async (agent: Agent, moves: Move[]) => await ask(fixture, agent, model, moves);
const changes = () => fixture.service.requests.entries.filter(({ method }) => method !== 'GET');
const book = (person: object, start_date = `${DAY}T09:00:00`) =>
	fixture.service.book({ status: 'CONFIRMED', start_date, person });
const entriesIn = (answer = '') => JSON.parse(answer) as IDataObject[];

test("bound to a phone, an agent acts for its client, and a stranger's code, key, name and email get nothing", async () => {
	const [ana, ben] = [book(ANA), book(BEN, `${DAY}T15:00:00`)] as [Appointment, Appointment];
	const options = { clientPhone: "={{ $('Edit Fields').item.json.phone }}" };
	const byCode = { appointment: locator("={{ $fromAI('Code', '', 'string') }}", 'code') };
	const filters = {
		name: "={{ $fromAI('Name', '', 'string', '') }}",
		email: "={{ $fromAI('Email', '', 'string', '') }}",
	};
	const tools = {
		Get: tool('appointment', 'get', { options }),
		By_Code: tool('appointment', 'get', { ...byCode, options }),
		Find: tool('appointment', 'getAll', { filters, options }),
		Move: tool('appointment', 'reschedule', { options: { ...options, checkSlot: false } }),
		Status: tool('appointment', 'updateStatus', { status: 'NO_SHOW', options }),
		Cancel: tool('appointment', 'cancel', { options }),
		Cancel_Code: tool('appointment', 'cancel', { ...byCode, options }),
	};
	const Start_Date = `${DAY}T11:00:00`;
	const movesFor = ({ appointment_key: Appointment, search_code: Code, person }: Appointment) => [
		{ call: 'Get', with: { Appointment } },
		{ call: 'By_Code', with: { Code } },
		{ call: 'Find', with: { Name: person.full_name, When: 'anyTime' } },
		{ call: 'Find', with: { Email: person.email, Name: 'None', When: 'anyTime' } },
		{ call: 'Move', with: { Appointment, Start_Date } },
		{ call: 'Status', with: { Appointment } },
		{ call: 'Cancel', with: { Appointment } },
		{ call: 'Cancel_Code', with: { Code } },
	];
	const item = { phone: '5511988881111' };

	const strange = await chat({ item, tools }, movesFor(ben));
	expect(strange).toHaveLength(8);
	// The model's own words aside.
	for (const text of strange) expect(text).not.toMatch(/Secret.*Secret|AP-\d|988882222|15:00/);
	expect(strange[0]).toContain('No appointment of this client has this key or code');
	for (const at of [1, 4, 5, 6, 7]) expect(strange[at]).toBe(strange[0]);
	for (const at of [2, 3]) expect(entriesIn(strange[at])).toHaveLength(1);
	expect(changes()).toEqual([]);
	expect(ben).toMatchObject({ status: 'CONFIRMED', wall: `${DAY}T15:00:00` });

	const own = await chat({ item, tools }, movesFor(ana));
	for (const text of own) expect(entriesIn(text)[0]).toMatchObject({ person_name: 'Ana Lima' });
	expect(ana).toMatchObject({ status: 'CANCELED', wall: Start_Date });

	const nobody = await chat({ item: { phone: null }, tools }, movesFor(ana));
	for (const text of nobody) expect(text).toContain("'Client Phone': it has no number");
});

// Agents before version 3 read nothing of a failing tool, unless it continues.
test.each([
	[3, undefined],
	[2.2, 'continueRegularOutput'],
] as const)(
	'an agent %s reads that a change whose response was lost is not to be made again (On Error: %s)',
	async (version, onError) => {
		const { faults } = fixture.service;
		const { appointment_key: Appointment } = book(ANA, '2031-02-03T09:00:00');
		faults.add({ method: 'DELETE', action: { kind: 'answerLost' } });
		const action = { kind: 'respond', status: 403, body: {} } as const;
		faults.add({ method: 'GET', after: 1, action });
		const tools = { Cancel: tool('appointment', 'cancel') };
		const [answer] = await chat({ version, tools, onError }, [
			{ call: 'Cancel', with: { Appointment } },
		]);
		expect(answer).toContain(
			'The connection to the service was lost. Do not do it again: it may have been done. Read it to see, and tell the user.',
		);
		expect(changes()).toHaveLength(1);
	},
);

// n8n runs the tools of agents before version 3 in another way. From then on, n8n itself puts the
// model's arguments over the fields of $json.
test.each([
	[2.2, '={{ $json.key }}'],
	[3, "={{ $('Edit Fields').item.json.key }}"],
])(
	'a tool of an agent %s acts on the item of the agent, %s, whatever the model says',
	async (version, value) => {
		const [meant, other] = [book(ANA, '2031-03-03T09:00:00'), book(ANA, '2031-03-04T09:00:00')];
		const sendEmail = "={{ $fromAI('key', 'Key of the appointment') ? 'no' : 'yes' }}";
		const Cancel = tool('appointment', 'cancel', { appointment: locator(value), sendEmail });
		await chat({ version, item: { key: meant.appointment_key }, tools: { Cancel } }, [
			{ call: 'Cancel', with: { key: other.appointment_key } },
		]);
		expect(changes().map(({ method, path, query }) => [method, path, query])).toEqual([
			['DELETE', `/api/v3/appointments/${meant.appointment_key}/`, 'send_email=false'],
		]);
	},
);
