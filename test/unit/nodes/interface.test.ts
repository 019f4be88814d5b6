import type { INodeProperties } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { AppointmentSchedulingPollingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingPollingTrigger.node';
import { AppointmentSchedulingTrigger } from '../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';

// Saved workflows name all of this: what is here stays, and keeps its order where it has one.

const action = new AppointmentScheduling().description;
const trigger = new AppointmentSchedulingTrigger().description;
const polling = new AppointmentSchedulingPollingTrigger().description;

const fieldsOf = (resource: string, operation: string) =>
	action.properties.filter(({ displayOptions: { show = {} } = {}, type }) => {
		const isShown = show.resource?.includes(resource) && show.operation?.includes(operation);
		return isShown && type !== 'notice' && !('@tool' in show);
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
/** Names in any order. */
const sorted = (names: unknown[]) => [...names].sort().join(' ');
const words = (text: string) => sorted(text.split(' '));

it('the nodes keep their names and versions', () => {
	const kept = [action, trigger, polling].map(({ name, displayName, version }) =>
		[name, displayName, version].join(', '),
	);
	expect(kept).toEqual([
		'appointmentScheduling, Appointment Scheduling, 1',
		'appointmentSchedulingTrigger, Appointment Scheduling Trigger, 1',
		'appointmentSchedulingPollingTrigger, Appointment Scheduling Polling Trigger, 1',
	]);
});

const operations = [
	['appointment', 'create', 'calendar startDate attendees checkSlot additionalFields'],
	['appointment', 'getAll', 'when day from to returnAll limit simplify filters options'],
	['appointment', 'get', 'appointment simplify options'],
	['appointment', 'getFreeTimes', 'calendar when day from to serviceKeys returnAll limit options'],
	['appointment', 'updateStatus', 'appointment status options'],
	['appointment', 'reschedule', 'appointment startDate options'],
	['appointment', 'cancel', 'appointment sendEmail options'],
	['calendar', 'getAll', 'returnAll limit filters'],
	['service', 'getAll', 'returnAll limit filters'],
	['webhook', 'getAll', 'returnAll limit'],
	['webhook', 'create', 'url events'],
	['webhook', 'update', 'webhook url events'],
	['webhook', 'delete', 'webhook'],
];

it.each(operations)(
	'%s %s has the parameters of the public interface',
	(resource, operation, names) => {
		expect(sorted(namesIn(fieldsOf(resource, operation)))).toBe(words(names));
	},
);

it('there is no other operation', () => {
	const shown = action.properties
		.filter(({ name }) => name === 'operation')
		.flatMap((one) =>
			valuesOf(one).map((value) => `${one.displayOptions?.show?.resource} ${value}`),
		);
	const kept = operations.map(([resource, operation]) => `${resource} ${operation}`);
	expect(shown.sort()).toEqual(kept.sort());
});

it.each([
	['create', 'attendees', 'name phone email externalId identificationCode identificationType'],
	[
		'create',
		'additionalFields',
		'accountSlug description ownerUser questionnaireAnswers sendEmail serviceKeys status tagKeys verifyLimits',
	],
	[
		'getAll',
		'filters',
		'calendar clientKey createdAt email endDate externalId identificationCode isCancelled name ownerUser personKey phone searchCode serviceKeys startDate status tagKeys',
	],
	['getAll', 'options', 'clientPhone'],
	['get', 'options', 'clientPhone'],
	['getFreeTimes', 'options', 'closes minVacancies offeredTo opens weekdays'],
	['updateStatus', 'options', 'clientPhone'],
	['reschedule', 'options', 'checkSlot clientPhone'],
	['cancel', 'options', 'clientPhone'],
])('%s has under %s the fields of the public interface', (operation, name, fields) => {
	expect(sorted(partsOf(fieldsOf('appointment', operation), name))).toBe(words(fields));
});

it.each([
	[
		'getAll',
		'when',
		'anyTime today tomorrow yesterday thisWeek nextWeek next7Days next30Days past7Days onDate between',
	],
	['getFreeTimes', 'when', 'today tomorrow thisWeek nextWeek next7Days next30Days onDate between'],
	['cancel', 'sendEmail', 'serviceDefault yes no'],
])('%s: %s has the values of the public interface, in this order', (operation, name, values) => {
	const field = fieldsOf('appointment', operation).find((one) => one.name === name)!;
	expect(valuesOf(field).join(' ')).toBe(values);
});

describe('a trigger has the parameters of the public interface, with their defaults:', () => {
	const own = ({ properties }: { properties: INodeProperties[] }) =>
		properties.filter(({ type }) => type !== 'notice');

	it('for webhooks', () => {
		const shown = own(trigger).map((property) => [
			property.name,
			sorted(property.type === 'collection' ? namesIn(property.options) : valuesOf(property)),
			property.default,
		]);
		expect(shown).toEqual([
			[
				'events',
				words('appointment.canceled appointment.created appointment.updated'),
				['appointment.created'],
			],
			['registration', words('automatic manual'), 'automatic'],
			['runFor', words('notifications changes'), 'notifications'],
			['check', words('everyMinute every5Minutes every15Minutes hourly'), 'every5Minutes'],
			['options', 'calendar', {}],
		]);
	});

	it('for polls', () => {
		const fields = own(polling);
		const names = 'delay delayUnit event filters leadTime leadTimeUnit options';
		expect(sorted(namesIn(fields))).toBe(words(names));
		const defaults = Object.fromEntries(fields.map(({ name, default: value }) => [name, value]));
		expect(defaults).toMatchObject({ delay: 1, delayUnit: 'hours' });
		const events = 'canceled created ended rescheduled startsSoon statusChanged';
		expect(sorted(valuesOf(fields.find(({ name }) => name === 'event')!))).toBe(events);
		expect(sorted(partsOf(fields, 'options'))).toBe('moreLeadTimes skipShortNotice');
		const filters =
			'calendar clientKey email externalId identificationCode isCancelled name ownerUser personKey phone serviceKeys status tagKeys';
		expect(sorted(partsOf(fields, 'filters'))).toBe(words(filters));
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
