import type { INodeProperties } from 'n8n-workflow';

import * as cancel from './cancel.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
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
				action: 'Cancel an appointment',
				description: 'Cancel an appointment, with or without an email to the client',
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get an appointment',
				description: 'Retrieve one appointment',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many appointments',
				description: 'Retrieve many appointments, narrowed by filters',
			},
			{
				name: 'Reschedule',
				value: 'reschedule',
				action: 'Reschedule an appointment',
				description: 'Move an appointment to a new start',
			},
			{
				name: 'Update Status',
				value: 'updateStatus',
				action: 'Update the status of an appointment',
				description: 'Change the status of an appointment',
			},
		],
		default: 'getAll',
	},
	...cancel.properties,
	...get.properties,
	...getAll.properties,
	...reschedule.properties,
	...updateStatus.properties,
];

export const appointmentOperations = { cancel, get, getAll, reschedule, updateStatus };
