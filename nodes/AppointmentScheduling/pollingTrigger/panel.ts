import {
	NodeOperationError,
	type INode,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** The event below the name of the node, e.g. "24 hours before start". */
export const eventSubtitle =
	'={{ ({ created: "Created", rescheduled: "Rescheduled", statusChanged: "Status Changed" }[$parameter["event"]]) ?? $parameter["leadTime"] + " " + ($parameter["leadTime"] === 1 ? String($parameter["leadTimeUnit"]).slice(0, -1) : $parameter["leadTimeUnit"]) + " before start" }}';

/** Texts of the editor for this trigger. Otherwise n8n makes them from its name. */
export const panel: Pick<
	INodeTypeDescription,
	'eventTriggerDescription' | 'activationMessage' | 'triggerPanel'
> = {
	eventTriggerDescription: 'Book, move or cancel an appointment',
	activationMessage:
		'Your workflow now checks the appointments at the poll times. For created, rescheduled and status changes, the first poll only records what exists.',
	triggerPanel: {
		header: 'Show upcoming appointments',
		executionsHelp:
			'<b>While you build your workflow</b>, fetch a test event. It shows upcoming appointments, regardless of the lead time.<br /> <br /><b>Once your workflow is ready</b>, publish it. It then checks the appointments at the poll times.',
		activationHint: {
			inactive:
				'The test event shows upcoming appointments, regardless of the lead time. Publish the workflow to check the appointments at the poll times.',
			active: 'The workflow is published and checks the appointments at the poll times.',
		},
	},
};

export const notices: INodeProperties[] = [
	{
		displayName:
			'The first poll after publishing starts an execution with every appointment that begins within the lead time. The test event shows upcoming appointments, regardless of the lead time.',
		name: 'startsSoonNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { event: ['startsSoon'] } },
	},
	{
		displayName:
			'The first poll after publishing only records the existing appointments. Later polls report what is new or has changed. The test event shows upcoming appointments.',
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
