import { isCancelled, Appointments, type Appointment, type Status } from './appointments';
import { appointmentOf, type Booking } from './booking';
import { calendarCatalog, serviceCatalog, type Calendar } from './catalog';
import { bodyIn, type Bodies } from './deliveries/bodies';
import { Deliveries, type Delivery, type DeliveryOptions } from './deliveries/deliveries';
import { filtered, type Filters } from './lists/filters';
import { sampleCalendars, sampleKey, sampleServices } from './samples';
import { Faults } from './server/faults';
import { RequestLog, type LoggedRequest } from './server/requests';
import { Server, type ServerOptions } from './server/server';
import { DEFAULTS, type Settings, type Shape } from './settings';
import { shapeOf, shownIn } from './shapes';
import { Webhooks, type RecordType } from './webhooks';
import { Zone } from './zone';

const CREATED = 'appointment.created';
const UPDATED = 'appointment.updated';
const CANCELED = 'appointment.canceled';

export interface ServiceOptions extends ServerOptions, Partial<Settings> {
	token?: string;
	/** The zone of the account. */
	zone?: string;
	deliveries?: Partial<DeliveryOptions>;
}

/** The stand-in of the appointment service, with everything that the API cannot do. */
export class Service {
	readonly zone: Zone;
	readonly token: string;
	/** May be changed at any time. */
	readonly settings: Settings;
	readonly appointments: Appointments;
	readonly calendars = calendarCatalog(sampleCalendars());
	readonly services = serviceCatalog(sampleServices());
	readonly webhooks: Webhooks;
	readonly deliveries: Deliveries;
	readonly requests = new RequestLog();
	/** How many requests are being served at once. */
	readonly inFlight = { now: 0, max: 0 };
	readonly faults = new Faults();
	/** Called after each response. */
	onAnswered: (request: LoggedRequest) => void = () => undefined;
	baseUrl = '';
	private readonly server: Server;
	private made = 0;
	private lastEvent = 0;

	constructor({ port: _port, tls, prefix, token, zone, deliveries, ...settings }: ServiceOptions) {
		this.zone = new Zone(zone ?? 'Europe/Madrid');
		this.token = token ?? 'stand-in-token';
		this.settings = { ...DEFAULTS, ...settings };
		this.appointments = new Appointments(this.zone, this.settings);
		this.webhooks = new Webhooks(this.settings);
		this.deliveries = new Deliveries(this.webhooks, deliveries);
		this.server = new Server(this, { tls, prefix });
	}

	async start(port?: number): Promise<this> {
		this.baseUrl = await this.server.listen(port);
		return this;
	}

	async stop(): Promise<void> {
		await this.deliveries.stop();
		await this.server.close();
	}

	set(changes: Partial<Settings>): void {
		Object.assign(this.settings, changes);
	}

	/** The time on the service's own clock. */
	now(): number {
		return Date.now() + this.settings.clockAhead;
	}

	/** Makes an appointment and notifies. */
	book(booking: Booking = {}): Appointment {
		const appointment = this.make({ created_at: this.zone.iso(this.now(), 3), ...booking });
		this.appointments.add(appointment);
		return this.emit(CREATED, appointment);
	}

	/** Makes many appointments without notifying anybody. */
	seed(count: number, booking: Booking | ((index: number) => Booking) = {}): Appointment[] {
		return Array.from({ length: count }, (_, index) => {
			const appointment = this.make(typeof booking === 'function' ? booking(index) : booking);
			this.appointments.add(appointment, true);
			return appointment;
		});
	}

	/** Sets a status; one that cancels notifies as a cancellation does. */
	updateStatus(key: string, status: Status): Appointment {
		const before = this.appointments.get(key)?.status;
		const cancels = isCancelled(status) && before !== undefined && !isCancelled(before);
		return this.emit(cancels ? CANCELED : UPDATED, this.appointments.update(key, { status }));
	}

	/** Moves an appointment, free time or not. */
	reschedule(key: string, start_date: string): Appointment {
		const { statusAfterReschedule: status } = this.settings;
		const start = this.zone.moment(start_date);
		const changes = { start, ...(status !== 'same' && { status }) };
		return this.emit(UPDATED, this.appointments.update(key, changes));
	}

	/** Cancels an appointment; canceling it again changes nothing and notifies nobody. */
	cancel(key: string, { sendEmail = false } = {}): Appointment {
		const appointment = this.appointments.get(key);
		if (appointment && isCancelled(appointment.status)) return appointment;
		const changes = { status: this.settings.canceledStatus, email_sent: sendEmail };
		return this.emit(CANCELED, this.appointments.update(key, changes));
	}

	/** An appointment as the API shows it, or as it would in this shape. */
	shown(
		appointment: Appointment,
		shape: Shape = shapeOf(appointment, this.settings),
	): Record<string, unknown> {
		const { settings, zone, services } = this;
		const nameOf = (key: string) => services.get(key)?.name ?? '';
		return shownIn(shape, appointment, { settings, zone, nameOf });
	}

	/** The appointments that match, as the API shows them, by start. */
	matching(filters: Filters): readonly Appointment[] {
		const isService = (key: string) => this.services.get(key) !== undefined;
		return filtered(this.appointments.allSeen(), filters, { ...this, isService });
	}

	/** How many minutes an appointment takes. */
	durationOf(serviceKeys: string[], calendar: Calendar): number {
		const durations = serviceKeys.map((key) => this.services.get(key)?.duration ?? 0);
		return durations.reduce((sum, one) => sum + one, 0) || calendar.step;
	}

	/** Sends one event about an appointment to whoever asked for its kind. */
	notify(event: string, appointment: Appointment): Delivery[] {
		const { appointment_key: about } = appointment;
		const body = this.bodyOf(event, appointment);
		return this.deliveries.notify({ event, record: 'appointments', about, body });
	}

	/** Sends one event about a calendar or a member of the staff. */
	notifyOther(record: Exclude<RecordType, 'appointments'>, event: string): Delivery[] {
		const [kind, data] = {
			calendars: ['calendar', { calendar_key: sampleKey('calendar', 0), is_active: true }],
			members: ['user_profile', { user_profile_key: sampleKey('member', 0), name: 'Dr. Silva' }],
		}[record] as [string, Record<string, unknown>];
		const body = this.written(`${kind}.${event.toLowerCase()}`, () => data);
		return this.deliveries.notify({ event, record, about: '', body });
	}

	/** What a notification of this event says. */
	bodyOf(event: string, appointment: Appointment, bodies?: Bodies): Record<string, unknown> {
		return this.written(event, (shape) => this.shown(appointment, shape), bodies);
	}

	private written(
		event: string,
		data: (shape: Shape) => Record<string, unknown>,
		bodies = this.settings.bodies,
	): Record<string, unknown> {
		// Every event has its own time.
		this.lastEvent = Math.max(this.now(), this.lastEvent + 1);
		const timestamp = this.zone.iso(this.lastEvent, 3);
		const { wrappedTimestamp } = this.settings;
		return bodyIn(bodies, { event, timestamp, data, wrappedTimestamp });
	}

	private emit(event: string, appointment: Appointment): Appointment {
		this.notify(event, appointment);
		return appointment;
	}

	private make(booking: Booking): Appointment {
		const appointment = appointmentOf(booking, this.made++, this.zone);
		const { calendar_key: key, name } = appointment.calendar;
		if (this.calendars.get(key)?.name !== name) this.calendars.add({ key, name });
		for (const own of booking.service_keys ?? [])
			if (!this.services.get(own)) this.services.add({ key: own });
		return appointment;
	}
}

/** The credential's fields for a service. */
export const credentialOf = ({ baseUrl, token, settings, zone }: Service) => ({
	baseUrl,
	accessToken: token,
	webhookAuthScheme: settings.webhookScheme,
	timezone: zone.name,
});

/** Starts the stand-in; stop it with `service.stop()`. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	return await new Service(options).start(options.port);
}
