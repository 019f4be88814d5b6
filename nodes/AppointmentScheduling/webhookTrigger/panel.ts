import type { INodeTypeDescription } from 'n8n-workflow';

const PUBLIC_URL =
	'The service sends events to public HTTPS addresses only. Before you publish, set N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to the public address of n8n.';

/** The chosen events below the name of the node, e.g. "Created, Canceled". */
export const eventsSubtitle =
	'={{ [].concat($parameter["events"] ?? [], $parameter["additionalEvents"] || []).map((event) => String(event).replace("appointment.", "")).map((event) => event.charAt(0).toUpperCase() + event.slice(1)).join(", ") }}';

/** Texts of the editor for this trigger. Otherwise n8n makes them from its name. */
export const panel: Pick<
	INodeTypeDescription,
	'eventTriggerDescription' | 'activationMessage' | 'triggerPanel'
> = {
	eventTriggerDescription: 'Book, move or cancel an appointment',
	activationMessage:
		'Your workflow now runs when the chosen events happen to an appointment. If no execution appears, check that the service can reach the public HTTPS address of n8n.',
	triggerPanel: {
		header: 'Receive an appointment event',
		executionsHelp: {
			inactive: `<b>While you build your workflow</b>, click the listen button, then book, move or cancel an appointment at the service. The event shows up in the editor.<br /> <br /><b>Once your workflow is ready</b>, publish it. It then runs on every event, and the executions show up in the executions list.<br /> <br />${PUBLIC_URL}`,
			active:
				'<b>While you build your workflow</b>, click the listen button, then book, move or cancel an appointment at the service. The event shows up in the editor.<br /> <br /><b>Your workflow is published</b>, so it runs on every event. The executions show up in the <a data-key="executions">executions list</a>, but not in the editor.',
		},
		activationHint: {
			inactive: `Once your workflow is ready, publish it to run it on every event. ${PUBLIC_URL}`,
			active: 'Your workflow is published and also runs on every event of the service.',
		},
	},
};
