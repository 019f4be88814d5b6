import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { ASSUMED_MINUTES, DURATION } from '../availability/properties';
import { numberProperty, timezoneProperty } from '../parameters/values';

export const EVENTS = {
	canceled: ['Canceled', 'An appointment was canceled, or is gone from the service'],
	created: ['Created', 'There is a new appointment'],
	ended: ['Ended', 'An appointment ended some time ago, for follow-ups'],
	rescheduled: ['Rescheduled', 'An appointment was moved to another time'],
	startsSoon: ['Starting Soon', 'An appointment starts within the lead time, for reminders'],
	statusChanged: ['Status Changed', 'An appointment got another status, e.g. attended or no-show'],
} as const;

export const eventProperty: INodeProperties = {
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	options: Object.entries(EVENTS).map(([value, [name, description]]) => ({
		name: `Appointment ${name}`,
		value,
		description,
	})),
	default: 'startsSoon',
	description: 'What starts the workflow',
};

const leadTime = numberProperty(
	'Lead Time',
	'leadTime',
	0,
	24,
	'How long before the start of an appointment the workflow runs. 0 means at the start, or at the first poll after it, at most an hour late.',
);

const leadTimeUnit: INodeProperties = {
	displayName: 'Lead Time Unit',
	name: 'leadTimeUnit',
	type: 'options',
	options: [
		{ name: 'Minutes', value: 'minutes' },
		{ name: 'Hours', value: 'hours' },
		{ name: 'Days', value: 'days' },
	],
	default: 'hours',
};

const shownFor = (...events: Array<keyof typeof EVENTS>) => ({ show: { event: events } });
const displayOptions = shownFor('startsSoon');

export const delayProperties: INodeProperties[] = [
	numberProperty(
		'Delay',
		'delay',
		0,
		1,
		'How long after the end of an appointment the workflow runs. 0 means at the end.',
	),
	{ ...leadTimeUnit, displayName: 'Delay Unit', name: 'delayUnit' },
].map((property) => ({ ...property, displayOptions: shownFor('ended') }));

export const leadTimeProperties: INodeProperties[] = [
	{ ...leadTime, displayOptions },
	{ ...leadTimeUnit, displayOptions },
	{
		displayName: 'More Lead Times',
		name: 'moreLeadTimes',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Lead Time',
		default: {},
		displayOptions,
		description:
			'The workflow runs again for the same appointment. Each item contains the lead time it is for. If several lead times have passed since the previous poll, it runs for the shortest one only.',
		options: [
			{
				displayName: 'Lead Time',
				name: 'leadTimes',
				values: [{ ...leadTime, default: 2 }, leadTimeUnit],
			},
		],
	},
];

export const optionsProperty: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			...numberProperty(
				DURATION,
				'duration',
				1,
				ASSUMED_MINUTES,
				'How long an appointment takes, if the service does not say it',
			),
			displayOptions: { show: { '/event': ['ended'] } },
		},
		{
			displayName: 'Skip Short Notice',
			name: 'skipShortNotice',
			type: 'boolean',
			default: true,
			displayOptions: { show: { '/event': ['startsSoon'] } },
			description:
				'Whether to leave out an appointment that was booked within the lead time. If the service does not show when it was booked (created_at), one that was moved to a start within the lead time is left out as well. Without this option, the workflow runs for it right away.',
		},
		timezoneProperty,
	],
};

const shownTime = (value: string, unit: string) =>
	`${value} + " " + ({ minutes: "min", hours: "h", days: ${value} === 1 ? "day" : "days" }[${unit}])`;
const afterEndText = shownTime('$parameter["delay"]', '$parameter["delayUnit"]');

/** The event below the name of the node, e.g. "48 h, 24 h and 2 h before start". */
export const eventSubtitle = `={{ ({ canceled: "Canceled", created: "Created", ended: ${afterEndText} + " after end", rescheduled: "Rescheduled", statusChanged: "Status Changed" }[$parameter["event"]]) ?? [...new Set([$parameter, ...($parameter["moreLeadTimes"]?.leadTimes ?? [])].map(({ leadTime, leadTimeUnit }) => ${shownTime('leadTime', 'leadTimeUnit')}))].join(", ").replace(/, ([^,]*)$/, " and $1") + " before start" }}`;

const TEST_EVENT = 'The test event shows one appointment, whatever the lead time or the delay is.';

/** n8n shows this before it knows whether the publication has worked. */
const PUBLISHED =
	'Green dot: n8n checks the appointments at the poll times. Red dot: open the trigger and click Fetch Test Event to see why.';

/** Texts of the editor for this trigger. Otherwise n8n makes them from its name. */
export const panel = {
	eventTriggerDescription: 'Book, move or cancel an appointment',
	activationMessage: PUBLISHED,
	triggerPanel: {
		header: 'Show an appointment',
		executionsHelp: `<b>While you build your workflow</b>, click <b>Fetch Test Event</b>. ${TEST_EVENT}<br /> <br /><b>Once your workflow is ready</b>, publish it. ${PUBLISHED}`,
		activationHint: {
			inactive: `${TEST_EVENT} Publish the workflow to check the appointments at the poll times.`,
			active: PUBLISHED,
		},
	},
} satisfies Partial<INodeTypeDescription>;

const notice = (
	name: string,
	displayOptions: INodeProperties['displayOptions'],
	displayName: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
	displayOptions,
});

export const notices: INodeProperties[] = [
	notice(
		'startsSoonNotice',
		displayOptions,
		'As soon as you publish, the workflow runs for everybody with an appointment within the lead time, for example in the next 24 hours. When you publish again, it does not run for them again.',
	),
	notice(
		'changesNotice',
		shownFor('canceled', 'created', 'rescheduled', 'statusChanged'),
		'What is there when you publish starts nothing. When you publish again, the workflow runs for everything that is new or has changed since.',
	),
	notice(
		'endedNotice',
		shownFor('ended'),
		'The workflow does not run if the delay passed before you published it, or while it was not published.',
	),
];
