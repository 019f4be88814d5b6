import { isCancelled, Appointments, type Appointment, type Status } from './appointments';
import { appointmentOf, type Booking } from './booking';
import { calendarCatalog, serviceCatalog } from './catalog';
import { Deliveries, type DeliveryOptions } from './deliveries/deliveries';
import { filtered, type Filters } from './lists/filters';
import { sampleCalendars, sampleServices } from './samples';
import { Faults } from './server/faults';
import { RequestLog } from './server/requests';
import { Server, type ServerOptions } from './server/server';
import { DEFAULTS, type Bodies, type Settings } from './settings';
import { documented, sampled, shapeOf } from './shapes';
import { Webhooks, wordOf } from './webhooks';
import { Zone } from './zone';

const CREATED = 'appointment.created';
const UPDATED = 'appointment.updated';
const CANCELED = 'appointment.canceled';

type Json = Record<string, unknown>;

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
	readonly webhooks = new Webhooks();
	readonly deliveries: Deliveries;
	readonly requests = new RequestLog();
	/** How many requests are being served at once. */
	readonly inFlight = { now: 0, max: 0 };
	readonly faults = new Faults();
	baseUrl = '';
	private readonly server: Server;
	private made = 0;
	private lastEvent = 0;

	constructor(options: ServiceOptions) {
		const { port, tls, prefix, token, zone, deliveries, ...settings } = options;
		this.zone = new Zone(zone ?? 'Europe/Madrid');
		this.token = token ?? 'stand-in-token';
		this.settings = { ...DEFAULTS, ...settings };
		this.appointments = new Appointments(this.zone, this.settings);
		this.deliveries = new Deliveries(this.webhooks, deliveries);
		this.server = new Server(this, { port, tls, prefix });
	}

	async start(): Promise<this> {
		this.baseUrl = await this.server.listen();
		return this;
	}

	async stop(): Promise<void> {
		await this.deliveries.stop();
		await this.server.close();
	}

	set(changes: Partial<Settings>): void {
		Object.assign(this.settings, changes);
	}

	/** Makes an appointment and notifies. */
	book(booking: Booking = {}): Appointment {
		const appointment = this.make({ created_at: this.zone.iso(Date.now(), true), ...booking });
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
		const start = this.zone.moment(start_date);
		return this.emit(UPDATED, this.appointments.update(key, { start }));
	}

	/** Cancels an appointment; canceling it again changes nothing and notifies nobody. */
	cancel(key: string, { sendEmail = false } = {}): Appointment {
		const appointment = this.appointments.get(key);
		if (appointment && isCancelled(appointment.status)) return appointment;
		const changes = { status: 'CANCELED', email_sent: sendEmail } as const;
		return this.emit(CANCELED, this.appointments.update(key, changes));
	}

	/** An appointment as the API shows it, or as it would in this shape. */
	shown(appointment: Appointment, shape = shapeOf(appointment, this.settings)): Json {
		return shape === 'document' ? documented(appointment, this) : sampled(appointment, this);
	}

	/** The appointments that match, by start; once for each attendee whom a filter finds. */
	matching(filters: Filters): readonly Appointment[] {
		return filtered(this.appointments.allSeen(), filters, this);
	}

	/** How many minutes an appointment takes: half an hour without a service. */
	durationOf(serviceKeys: string[]): number {
		const durations = serviceKeys.map((key) => this.services.get(key)?.duration ?? 0);
		return durations.reduce((sum, one) => sum + one, 0) || 30;
	}

	/** What a notification of this event says. */
	bodyOf(event: string, appointment: Appointment, bodies = this.settings.bodies): Json {
		// Every event has its own time.
		this.lastEvent = Math.max(Date.now(), this.lastEvent + 1);
		const timestamp = this.zone.iso(this.lastEvent, true);
		const data = this.shown(appointment, bodies === 'document' ? 'document' : 'samples');
		const written: Record<Bodies, Json> = {
			document: { event, timestamp, data },
			wrapped: { event, data },
			flat: { event: wordOf(event), ...data },
			bare: data,
		};
		return written[bodies];
	}

	private emit(event: string, appointment: Appointment): Appointment {
		const notification = this.bodyOf(event, appointment);
		this.deliveries.notify({ event, about: appointment.appointment_key, notification });
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
	return await new Service(options).start();
}
