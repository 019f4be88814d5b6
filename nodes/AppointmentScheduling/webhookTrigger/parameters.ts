import {
	webhookDescriptionFields,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	type IWebhookDescription,
	type WebhookDescriptionField,
} from 'n8n-workflow';

import { calendarProperty } from '../parameters/locator';
import { statusOptions } from '../parameters/values';

export const triggerOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{ ...calendarProperty, description: 'Only start for appointments of this calendar' },
		{
			displayName: 'Catch Up',
			name: 'catchUp',
			type: 'options',
			options: [
				{ name: 'At Start', value: 'atStart', description: 'Whenever n8n starts' },
				{ name: 'Every 15 Minutes', value: 'every15Minutes' },
				{ name: 'Every 5 Minutes', value: 'every5Minutes' },
				{ name: 'Every Minute', value: 'everyMinute' },
				{ name: 'Hourly', value: 'hourly' },
				{ name: 'Off', value: 'off' },
			],
			default: 'every5Minutes',
			description:
				'When to compare the appointments with their last known state, and start an execution for each change that was not delivered. All choices but Off include At Start.',
		},
		{
			displayName: 'Deduplicate',
			name: 'deduplicate',
			type: 'boolean',
			default: true,
			description:
				'Whether to start only one execution if the service delivers an event several times',
		},
		{
			displayName: 'Only When Changed',
			name: 'onlyWhenChanged',
			type: 'multiOptions',
			options: [
				{ name: 'Start', value: 'start' },
				{ name: 'Status', value: 'status' },
			],
			default: ['start', 'status'],
			description:
				'Only start for updates that change one of these. If the former state is unknown, the workflow starts.',
		},
		{
			displayName: 'Respond',
			name: 'respond',
			type: 'options',
			options: [
				{
					name: 'Immediately',
					value: 'immediately',
					description: 'Respond when the execution has started',
				},
				{
					name: 'When Finished',
					value: 'whenFinished',
					description:
						'Respond when the execution has finished. If it fails, the service can redeliver the event.',
				},
			],
			default: 'immediately',
			description: 'When to respond to the service',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'multiOptions',
			options: statusOptions,
			default: [],
			description: 'Only start for appointments with one of these statuses',
		},
		{
			displayName: 'URL Secret',
			name: 'urlSecret',
			type: 'boolean',
			default: true,
			description: 'Whether to add a secret to the webhook URL and refuse deliveries without it',
		},
		{
			displayName: 'Verify',
			name: 'verify',
			type: 'options',
			options: [
				{ name: 'None', value: 'none', description: 'Use the data as delivered' },
				{
					name: 'Refetch',
					value: 'refetch',
					description:
						'Get the appointment from the API instead, and refuse deliveries of unknown appointments',
				},
			],
			default: 'refetch',
			description:
				'Whether to check deliveries with the API, because the service does not sign them',
		},
	],
};

const field = (ifFinished: string, otherwise: string): WebhookDescriptionField => ({
	template: `={{ $parameter["options"]["respond"] === "whenFinished" ? "${ifFinished}" : "${otherwise}" }}`,
	resolve: ({ options }) =>
		(options as INodeParameters | undefined)?.respond === 'whenFinished' ? ifFinished : otherwise,
});

const responseMode = field('lastNode', 'onReceived');
const responseData = field('noData', '');

/**
 * When n8n responds to a delivery, from the option Respond. Newer versions of n8n resolve this
 * without their expression engine, which takes longer than everything the trigger does itself.
 */
export const answerMode: Partial<IWebhookDescription> =
	typeof webhookDescriptionFields === 'function'
		? webhookDescriptionFields({ responseMode, responseData })
		: { responseMode: responseMode.template, responseData: responseData.template };

const PUBLIC_URL =
	'The service sends events to public HTTPS addresses only. Before you publish, set N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to the public address of n8n.';

/** The chosen events below the name of the node, e.g. "Created, Canceled". */
export const eventsSubtitle =
	'={{ [].concat($parameter["events"] ?? [], $parameter["additionalEvents"] || []).map((event) => String(event).replace("appointment.", "")).map((event) => event.charAt(0).toUpperCase() + event.slice(1)).join(", ") }}';

/** n8n shows these texts before it knows whether the publication has worked, so they hold either way. */
const DOT =
	'Green dot: the workflow runs on every event. Red dot: open the trigger and click Execute step to see why.';
const WHILE_BUILDING =
	'<b>While you build your workflow</b>, click Execute step, then book, move or cancel an appointment at the service. The event shows up in the editor.';

/** Texts of the editor for this trigger. Otherwise n8n makes them from its name. */
export const panel = {
	eventTriggerDescription: 'Book, move or cancel an appointment',
	activationMessage: DOT,
	triggerPanel: {
		header: 'Receive an appointment event',
		executionsHelp: {
			inactive: `${WHILE_BUILDING}<br /> <br /><b>Once your workflow is ready</b>, publish it. ${DOT}<br /> <br />${PUBLIC_URL}`,
			active: `${WHILE_BUILDING}<br /> <br /><b>Your workflow is published.</b> ${DOT} Its executions are in the <a data-key="executions">executions list</a>, not in the editor.`,
		},
		activationHint: {
			inactive: `Once your workflow is ready, publish it to run it on every event. ${PUBLIC_URL}`,
			active: DOT,
		},
	},
} satisfies Partial<INodeTypeDescription>;
