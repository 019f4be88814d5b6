import type { INodeTypeDescription } from 'n8n-workflow';

const shownTime = (value: string, unit: string) =>
	`${value} + " " + ({ minutes: "min", hours: "h", days: ${value} === 1 ? "day" : "days" }[${unit}])`;
const afterEndText = shownTime('$parameter["delay"]', '$parameter["delayUnit"]');

/** The event below the name of the node, e.g. "48 h, 24 h and 2 h before start". */
export const eventSubtitle = `={{ ({ canceled: "Canceled", created: "Created", ended: ${afterEndText} + " after end", rescheduled: "Rescheduled", statusChanged: "Status Changed" }[$parameter["event"]]) ?? [...new Set([$parameter, ...($parameter["options"]?.moreLeadTimes?.leadTimes ?? [])].map(({ leadTime, leadTimeUnit }) => ${shownTime('leadTime', 'leadTimeUnit')}))].join(", ").replace(/, ([^,]*)$/, " and $1") + " before start" }}`;

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
