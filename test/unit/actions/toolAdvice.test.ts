import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Service } from '../../stand-in';
import { failureOf } from '../support/failure';
import { service } from '../support/service';
import { callTool } from '../support/tool';

// With its real waits: test/n8n/actions/changes.test.ts.
jest.mock('../../../nodes/AppointmentScheduling/service/http/wait', () => {
	const actual = jest.requireActual<{
		wait: (ms: number, signal?: AbortSignal) => Promise<void>;
	}>('../../../nodes/AppointmentScheduling/service/http/wait');
	const wait = async (ms: number, signal?: AbortSignal) => await actual.wait(ms / 50, signal);
	return { ...actual, wait };
});

let scheduling: Service;
let Appointment: string;
beforeEach(async () => {
	scheduling = await service({ zone: 'Europe/Madrid' });
	const [ana] = scheduling.seed(1, { status: 'CONFIRMED', start_date: '2090-05-16T10:00:00' });
	Appointment = ana!.appointment_key;
});

const once = { maxRetries: 0 };
/** What a model cannot see or change. */
const EDITOR =
	/credential|Base URL|Timezone'|Retry On Fail|Concurrency|Request Interval|Timeout|Check Slot|expression|options/i;

/** What a model reads of a failure: n8n shows it the description as "Details". */
async function advice(operation: string, given: IDataObject, parameters: INodeParameters = {}) {
	const options = { ...once, ...(parameters.options as IDataObject) };
	const calling = callTool(scheduling, operation, given, { ...parameters, options } as never);
	const { message, description } = await failureOf(calling);
	expect(description).not.toMatch(EDITOR);
	return [message, description];
}
const respond = (status: number, method = 'GET', headers = {}) =>
	scheduling.faults.add({ method, action: { kind: 'respond', status, headers, body: {} } });

it.each<[string, IDataObject, RegExp]>([
	[
		'get',
		{ Appointment: '11111111-1111-4111-8111-111111111111' },
		/^Choose an entry of the list by its key or its code, whichever this tool asks for/,
	],
	['get', { Appointment: '' }, /whichever this tool asks for/],
	['reschedule', { Start_Date: 'tomorrow' }, /another start.* as lists show it/],
	['reschedule', { Start_Date: '2090-03-26T02:30:00' }, /another start.*\+01:00/],
	['getFreeTimes', { Calendar: 'a b' }, /calendar_key of an entry/],
	['getAll', { Day: 'tomorrow' }, /2026-12-01/],
	['getAll', { From: '2090-05-16' }, /both From and To.* 2026-12-01/],
	['getAll', { When: 'next week' }, /anyTime, today/],
	['getAll', { Name: { first: 'Ana' } }, /leave it empty/],
])('a model that calls %s with %j reads what to do', async (operation, given, expected) => {
	expect((await advice(operation, { Appointment, ...given }))[1]).toMatch(expected);
});

const ofModel = (name: string) => `={{ $fromAI('${name}', '', 'string', '') }}`;

it.each<[string, INodeParameters, RegExp]>([
	['updateStatus', { status: ofModel('Status') }, /^Use one of ATTENDED, .*NO_SHOW/],
	['cancel', { sendEmail: ofModel('Email') }, /^Use one of serviceDefault, yes, no$/],
])('a model that leaves a choice of %s empty reads the choices', async (operation, given, all) => {
	expect((await advice(operation, { Appointment }, given))[1]).toMatch(all);
	expect(scheduling.requests.total).toBe(0);
});

it.each<[string, INodeParameters]>([
	['get', { options: { timeout: -1 } }],
	['get', { options: { timezone: 'Madrid' } }],
	['getFreeTimes', { opens: 'nine' }],
])('what the user has set is for the user: %s with %j', async (operation, given) => {
	const [message, what] = await advice(operation, { Appointment, Calendar: 'c' }, given);
	expect(message).toMatch(/^'/);
	// In every field, the user may let the model give the value.
	expect(what).toBe('If you gave this value, give another one. Otherwise tell the user');
});

it.each<[number, RegExp]>([
	[401, /^Tell the user/],
	[403, /^Tell the user/],
	[422, /^Change what the service refused, or tell the user/],
	[404, /^Choose an entry of the list/],
	[429, /^Try it once more in a minute/],
	[503, /^Try it once more in a minute/],
])('a refusal with %i says what a model can do', async (status, expected) => {
	respond(status);
	expect((await advice('getAll', {}))[1]).toMatch(expected);
});

it('a filter that the model gave besides days can be left empty', async () => {
	const filters = { startDate: ofModel('Start') };
	const given = { When: 'today', Start: '2090-05-16' };
	expect(await advice('getAll', given, { filters })).toEqual([
		"'Start Date': it can't be combined with another choice of days",
		'Give another value, or leave it empty',
	]);
});

it.each([403, 429, 503])('%i with Retry-After says when to try again', async (status) => {
	respond(status, 'GET', { 'retry-after': '7200' });
	expect((await advice('getAll', {}))[1]).toMatch(/^Try it once more in 120 minutes/);
});

it('what a 200 reports as an error is for the model to change', async () => {
	const action = { kind: 'respond', status: 200, headers: {}, body: { error: 'Taken' } } as const;
	scheduling.faults.add({ method: 'PATCH', action });
	const [, what] = await advice('updateStatus', { Appointment }, { status: 'NO_SHOW' });
	expect(what).toMatch(/^Change what the service refused/);
});

it('a change that may have been made is not to be made again', async () => {
	scheduling.faults.add({ method: 'PATCH', action: { kind: 'answerLost' } });
	respond(401);
	const [, what] = await advice('updateStatus', { Appointment }, { status: 'NO_SHOW' });
	expect(what).toBe('Do not do it again: it may have been done. Read it to see, and tell the user');
});
