import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { AppointmentSchedulingPollingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingPollingTrigger.node';
import { AppointmentSchedulingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';

// Saved workflows name all of this: what is here stays, and keeps its order where it has one.

const action = new AppointmentScheduling().description;
const trigger = new AppointmentSchedulingTrigger().description;
const polling = new AppointmentSchedulingPollingTrigger().description;

const isOfNode = ({ displayOptions, type }: INodeProperties) =>
	type !== 'notice' && !('@tool' in (displayOptions?.show ?? {}));
const fieldsOf = (resource: string, operation: string) =>
	action.properties.filter(({ displayOptions, ...property }) => {
		const { resource: resources, operation: operations } = displayOptions?.show ?? {};
		const isShown = resources?.includes(resource) && operations?.includes(operation);
		return isShown && isOfNode({ ...property, displayOptions });
	});
const valuesOf = ({ options = [] }: INodeProperties) =>
	options.map((option) => ('value' in option ? option.value : option.name));
const namesIn = (options: INodeProperties['options'] = []) => options.map(({ name }) => name);
/** Of a parameter, or of a fixed collection in it. */
const partsOf = (fields: INodeProperties[], name: string): string[] => {
	const { options = [], type } = fields.find((field) => field.name === name)!;
	if (type !== 'fixedCollection') return namesIn(options);
	return options.flatMap((option) => ('values' in option ? namesIn(option.values) : []));
};

it('the nodes keep their names and versions', () => {
	expect(
		[action, trigger, polling].map(({ name, displayName, version }) => [
			name,
			displayName,
			version,
		]),
	).toEqual([
		['appointmentScheduling', 'Appointment Scheduling', 1],
		['appointmentSchedulingTrigger', 'Appointment Scheduling Trigger', 1],
		['appointmentSchedulingPollingTrigger', 'Appointment Scheduling Polling Trigger', 1],
	]);
});

const days = ['when', 'day', 'from', 'to'];
const limits = ['returnAll', 'limit'];

it.each<[string, string, string[]]>([
	[
		'appointment',
		'create',
		['calendar', 'startDate', 'attendees', 'checkSlot', 'additionalFields'],
	],
	['appointment', 'getAll', [...days, ...limits, 'simplify', 'filters', 'options']],
	['appointment', 'get', ['appointment', 'simplify', 'options']],
	['appointment', 'getFreeTimes', ['calendar', ...days, 'serviceKeys', ...limits, 'options']],
	['appointment', 'updateStatus', ['appointment', 'status', 'options']],
	['appointment', 'reschedule', ['appointment', 'startDate', 'options']],
	['appointment', 'cancel', ['appointment', 'sendEmail', 'options']],
	['calendar', 'getAll', [...limits, 'filters']],
	['service', 'getAll', [...limits, 'filters']],
	['webhook', 'getAll', limits],
	['webhook', 'create', ['url', 'events']],
	['webhook', 'update', ['webhook', 'url', 'events']],
	['webhook', 'delete', ['webhook']],
])('%s %s has the parameters of the public interface', (resource, operation, names) => {
	expect(namesIn(fieldsOf(resource, operation)).sort()).toEqual([...names].sort());
});

it('there is no other operation', () => {
	const operations = action.properties.filter(({ name }) => name === 'operation');
	const shown = operations.map((property) => [
		property.displayOptions?.show?.resource?.[0],
		valuesOf(property).sort(),
	]);
	expect(shown).toEqual([
		[
			'appointment',
			['cancel', 'create', 'get', 'getAll', 'getFreeTimes', 'reschedule', 'updateStatus'],
		],
		['calendar', ['getAll']],
		['service', ['getAll']],
		['webhook', ['create', 'delete', 'getAll', 'update']],
	]);
});

it.each<[string, string, string[]]>([
	[
		'create',
		'attendees',
		['name', 'phone', 'email', 'externalId', 'identificationCode', 'identificationType'],
	],
	[
		'create',
		'additionalFields',
		[
			...['accountSlug', 'description', 'ownerUser', 'questionnaireAnswers', 'sendEmail'],
			...['serviceKeys', 'status', 'tagKeys', 'verifyLimits'],
		],
	],
	[
		'getAll',
		'filters',
		[
			...['calendar', 'clientKey', 'createdAt', 'email', 'endDate', 'externalId'],
			...['identificationCode', 'isCancelled', 'name', 'ownerUser', 'personKey', 'phone'],
			...['searchCode', 'serviceKeys', 'startDate', 'status', 'tagKeys'],
		],
	],
	['getAll', 'options', ['clientPhone']],
	['get', 'options', ['clientPhone']],
	['getFreeTimes', 'options', ['closes', 'minVacancies', 'offeredTo', 'opens', 'weekdays']],
	['updateStatus', 'options', ['clientPhone']],
	['reschedule', 'options', ['checkSlot', 'clientPhone']],
	['cancel', 'options', ['clientPhone']],
])('%s has under %s the fields of the public interface', (operation, name, fields) => {
	expect(partsOf(fieldsOf('appointment', operation), name).sort()).toEqual([...fields].sort());
});

it.each<[string, string, unknown[]]>([
	[
		'getAll',
		'when',
		[
			...['anyTime', 'today', 'tomorrow', 'yesterday', 'thisWeek', 'nextWeek', 'next7Days'],
			...['next30Days', 'past7Days', 'onDate', 'between'],
		],
	],
	[
		'getFreeTimes',
		'when',
		[
			...['today', 'tomorrow', 'thisWeek', 'nextWeek', 'next7Days', 'next30Days'],
			...['onDate', 'between'],
		],
	],
	['cancel', 'sendEmail', ['serviceDefault', 'yes', 'no']],
])('%s: %s has the values of the public interface', (operation, name, values) => {
	const field = fieldsOf('appointment', operation).find((one) => one.name === name)!;
	expect(valuesOf(field)).toEqual(values);
});

describe('a trigger has the parameters of the public interface:', () => {
	const own = ({ properties }: { properties: INodeProperties[] }) =>
		properties.filter(({ type }) => type !== 'notice');

	it('for webhooks', () => {
		const shown = own(trigger).map((property) => [
			property.name,
			property.type === 'collection' ? namesIn(property.options) : valuesOf(property),
		]);
		expect(shown).toEqual([
			['events', ['appointment.canceled', 'appointment.created', 'appointment.updated']],
			['registration', ['automatic', 'manual']],
			['runFor', ['notifications', 'changes']],
			['check', ['everyMinute', 'every5Minutes', 'every15Minutes', 'hourly']],
			['options', ['calendar']],
		]);
		const [registration, runFor, check] = own(trigger).slice(1);
		expect([registration, runFor, check].map((one) => one?.default)).toEqual([
			'automatic',
			'notifications',
			'every5Minutes',
		]);
	});

	it('for polls', () => {
		const fields = own(polling);
		expect(namesIn(fields).sort()).toEqual(
			[...['delay', 'delayUnit', 'event', 'filters', 'leadTime', 'leadTimeUnit', 'options']].sort(),
		);
		const defaults = Object.fromEntries(fields.map(({ name, default: value }) => [name, value]));
		expect(defaults).toMatchObject({ delay: 1, delayUnit: 'hours' });
		const { options = [] } = fields.find(({ name }) => name === 'event')!;
		expect((options as INodePropertyOptions[]).map(({ value }) => value).sort()).toEqual([
			'canceled',
			'created',
			'ended',
			'rescheduled',
			'startsSoon',
			'statusChanged',
		]);
		expect(partsOf(fields, 'options').sort()).toEqual(['moreLeadTimes', 'skipShortNotice']);
	});
});

it.each([AppointmentScheduling, AppointmentSchedulingTrigger, AppointmentSchedulingPollingTrigger])(
	'every list that the editor loads for %p has a method',
	(nodeClass) => {
		const { description, methods } = new nodeClass();
		const text = JSON.stringify(description.properties);
		const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
		const searched = named(/"searchListMethod":"(\w+)"/g);
		const loaded = named(/"loadOptionsMethod":"(\w+)"/g);
		expect(searched).toContain('searchCalendars');
		expect(Object.keys(methods.listSearch)).toEqual(expect.arrayContaining(searched));
		expect(Object.keys(methods.loadOptions)).toEqual(expect.arrayContaining(loaded));
	},
);
