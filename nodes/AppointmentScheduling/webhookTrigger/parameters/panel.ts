import type { INodeTypeDescription, IWebhookDescription } from 'n8n-workflow';

/** People need the URLs only to enter them in the dashboard of the service. */
export const webhook: IWebhookDescription = {
	name: 'default',
	httpMethod: 'POST',
	path: 'webhook',
	responseMode: 'onReceived',
	// Otherwise n8n answers with the words "firstEntryJson".
	responseData: 'noData',
	ndvHideUrl: '={{ $parameter["registration"] !== "manual" }}',
};

const PUBLIC_URL =
	'The service sends events to public HTTPS addresses only. Before you publish, set N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to the public address of n8n.';

/** The chosen events below the name of the node, e.g. "Created, Canceled (by hand)". */
export const eventsSubtitle =
	'={{ [].concat($parameter["events"] ?? []).map((event) => String(event).replace("appointment.", "")).map((event) => event.charAt(0).toUpperCase() + event.slice(1)).join(", ") + ($parameter["registration"] === "manual" ? " (by hand)" : "") }}';

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
