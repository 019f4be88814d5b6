/** The appointment statuses of the API documentation (States and transitions), with their labels. */
export const APPOINTMENT_STATUSES = {
	ATTENDED: 'Attended',
	CANCELED: 'Canceled',
	CANCELED_CLIENT: 'Canceled by Client',
	CANCELED_GOOGLE: 'Canceled by External Calendar',
	CONFIRMED: 'Confirmed',
	IN_PROGRESS: 'In Progress',
	NO_SHOW: 'No Show',
	PENDING_COMPANIONS: 'Pending Companions',
	PENDING: 'Pending Confirmation',
	PENDING_FORM: 'Pending Form',
	PENDING_PAYMENT: 'Pending Payment',
} as const;

export type AppointmentStatus = keyof typeof APPOINTMENT_STATUSES;

/** As the service writes it. Cal.com and Google write CANCELLED, people write in any case. */
export const plainStatus = (status: string): string =>
	status
		.trim()
		.toUpperCase()
		.replace(/^CANCELLED/, 'CANCELED');

/** As people read it. Another status stays as it is. */
export const statusLabel = (status: string): string =>
	APPOINTMENT_STATUSES[plainStatus(status) as AppointmentStatus] ?? status;

/** Every canceled status begins so. The dashboard also has DECLINED, which an appointment ends with. */
export const isCanceledStatus = (status = ''): boolean =>
	/^(CANCELED|DECLINED)/.test(plainStatus(status));

/** Of an appointment that has begun. */
export const BEGUN_STATUSES = ['ATTENDED', 'IN_PROGRESS', 'NO_SHOW'];

/** The event kinds of the API documentation (Events). A service may have more. */
export const EVENT_KINDS = {
	'appointment.canceled': 'Appointment Canceled',
	'appointment.created': 'Appointment Created',
	'appointment.updated': 'Appointment Updated',
} as const;

/** An appointment is created once, so all deliveries of its creation are the same event. */
export const CREATION_EVENT = 'appointment.created';
export const CANCELLATION_EVENT = 'appointment.canceled';
export const UPDATE_EVENT = 'appointment.updated';

type EventKind = keyof typeof EVENT_KINDS;

/** CREATED, Cancelled and appointment.created are names of the three kinds. Undefined for any other. */
export function eventKind(name: string): EventKind | undefined {
	const short = name
		.trim()
		.toLowerCase()
		.replace(/^appointment\./, '')
		.replace(/^cancelled$/, 'canceled');
	const kind = `appointment.${short}`;
	return kind in EVENT_KINDS ? (kind as EventKind) : undefined;
}

/** The filters of GET /appointments/, as they are written in the query. */
export interface AppointmentFilters {
	calendar_key?: string;
	client_key?: string;
	person_key?: string;
	status?: AppointmentStatus;
	start_date?: string;
	end_date?: string;
	email?: string;
	phone?: string;
	name?: string;
	identification_code?: string;
	external_id?: string;
	search_code?: string;
	is_cancelled?: boolean;
	service_keys?: string[];
	tag_keys?: string[];
	owner_user?: string;
	created_at?: string;
}
