import type { INodeProperties } from 'n8n-workflow';

import * as cancel from './cancel.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getFreeTimes from './getFreeTimes.operation';
import * as reschedule from './reschedule.operation';
import * as updateStatus from './updateStatus.operation';

export const appointmentProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['appointment'] } },
		options: [
			{
				name: 'Cancel',
				value: 'cancel',
				action: 'Cancel appointment',
				description:
					'Cancel an appointment. The client gets an email only if you choose it or the service sends one by default.',
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get appointment',
				description: 'Retrieve one appointment by its key or its code',
			},
			{
				name: 'Get Free Times',
				value: 'getFreeTimes',
				action: 'Get free times of a calendar',
				description: 'Times at which this calendar has no appointment',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many appointments',
				description:
					'Retrieve the appointments of some days, or those that match filters such as a calendar, a status or the name of a client',
			},
			{
				name: 'Reschedule',
				value: 'reschedule',
				action: 'Reschedule appointment',
				description: 'Move an appointment to a new start time, e.g. 2026-12-01T10:00:00',
			},
			{
				name: 'Update Status',
				value: 'updateStatus',
				action: 'Update appointment status',
				description: 'Change the status of an appointment, e.g. to attended or no-show',
			},
		],
		default: 'getAll',
	},
	...cancel.properties,
	...get.properties,
	...getAll.properties,
	...getFreeTimes.properties,
	...reschedule.properties,
	...updateStatus.properties,
];

export const appointmentOperations = {
	cancel,
	get,
	getAll,
	getFreeTimes,
	reschedule,
	updateStatus,
};
