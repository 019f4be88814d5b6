import {
	NodeOperationError,
	type INode,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** The event below the name of the node, e.g. "48 h, 24 h and 2 h before start". */
export const eventSubtitle =
	'={{ ({ created: "Created", rescheduled: "Rescheduled", statusChanged: "Status Changed" }[$parameter["event"]]) ?? [...new Set([$parameter, ...($parameter["moreLeadTimes"]?.leadTimes ?? [])].map(({ leadTime, leadTimeUnit }) => leadTime + " " + ({ minutes: "min", hours: "h", days: leadTime === 1 ? "day" : "days" }[leadTimeUnit])))].join(", ").replace(/, ([^,]*)$/, " and $1") + " before start" }}';

const TEST_EVENT = 'The test event shows upcoming appointments, regardless of the lead time.';

/** n8n shows this before it knows whether the publication has worked. */
const PUBLISHED =
	'Green dot: n8n checks the appointments at the poll times. Red dot: open the trigger and click Fetch Test Event to see why.';

/** Texts of the editor for this trigger. Otherwise n8n makes them from its name. */
export const panel: Pick<
	INodeTypeDescription,
	'eventTriggerDescription' | 'activationMessage' | 'triggerPanel'
> = {
	eventTriggerDescription: 'Book, move or cancel an appointment',
	activationMessage: PUBLISHED,
	triggerPanel: {
		header: 'Show upcoming appointments',
		executionsHelp: `<b>While you build your workflow</b>, click <b>Fetch Test Event</b>. ${TEST_EVENT}<br /> <br /><b>Once your workflow is ready</b>, publish it. ${PUBLISHED}`,
		activationHint: {
			inactive: `${TEST_EVENT} Publish the workflow to check the appointments at the poll times.`,
			active: PUBLISHED,
		},
	},
};

export const notices: INodeProperties[] = [
	{
		displayName: `The first poll announces every appointment that begins within the lead time. After a pause, announcements continue and none is repeated. ${TEST_EVENT}`,
		name: 'startsSoonNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { event: ['startsSoon'] } },
	},
	{
		displayName: `The first poll only records the existing appointments. Later polls report what is new or has changed, also during a pause: publishing again reports everything since. ${TEST_EVENT}`,
		name: 'changesNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { event: ['created', 'rescheduled', 'statusChanged'] } },
	},
];

/** Otherwise n8n says that there is no data in "Appointment Scheduling Polling". */
export const nothingToShow = (node: INode): NodeOperationError =>
	new NodeOperationError(node, 'No upcoming appointment matches the filters', {
		description: 'Book an appointment at the service, or change the filters, then try again',
		level: 'warning',
	});
