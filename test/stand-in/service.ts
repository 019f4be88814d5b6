import { isNumbered, shown } from './server/answers';
import { Appointments, isCancelled, type Appointment, type Status } from './appointments';
import { Deliveries, type Delivery, type DeliveryOptions } from './deliveries/deliveries';
import { dialect, type Dialect, type DialectName } from './dialects';
import { Faults } from './server/faults';
import { filtered, type Filters } from './lists/filters';
import { RequestLog } from './server/requests';
import { sample } from './samples';
import { Server, type ServerOptions } from './server/server';
import { Webhooks } from './webhooks';
import { Zone } from './zone';

const UPDATED = 'appointment.updated';
const CANCELED = 'appointment.canceled';

export interface ServiceOptions extends ServerOptions {
	/** A named dialect, or the knobs that differ from the one it is like (`plain` by default). */
	dialect?: DialectName | (Partial<Dialect> & { like?: DialectName });
	token?: string;
	/** The zone of the service's wall clocks. */
	zone?: string;
	deliveries?: Partial<DeliveryOptions>;
}

/** An appointment to be made; what is not given is made up, the same in every run. */
export type Booking = Partial<Omit<Appointment, 'start' | 'wall' | 'calendar' | 'person'>> & {
	/** ISO 8601 with an offset, or a wall clock of the service's zone. */
	start_date?: string;
	calendar?: Partial<Appointment['calendar']>;
	person?: Partial<Appointment['person']>;
};

/** The stand-in of the appointment service, with everything that the API cannot do. */
export class Service {
	readonly zone: Zone;
	readonly token: string;
	readonly appointments: Appointments;
	readonly webhooks = new Webhooks(() => isNumbered(this.dialect));
	readonly deliveries: Deliveries;
	readonly requests = new RequestLog();
	/** How many requests are being served at once. */
	readonly inFlight = { now: 0, max: 0 };
	readonly faults = new Faults();
	dialect: Dialect;
	baseUrl = '';
	private readonly server: Server;
	private made = 0;
	private lastEvent = 0;

	constructor(options: ServiceOptions) {
		this.zone = new Zone(options.zone ?? 'Europe/Madrid');
		this.token = options.token ?? 'stand-in-token';
		this.dialect = dialect(options.dialect);
		this.appointments = new Appointments(this.zone);
		this.deliveries = new Deliveries(this.webhooks, options.deliveries);
		this.server = new Server(this, options);
	}

	async start(port?: number): Promise<this> {
		this.baseUrl = await this.server.listen(port);
		return this;
	}

	async stop(): Promise<void> {
		await this.deliveries.stop();
		await this.server.close();
	}

	/** Another dialect from here on: a named one, or some knobs of the present one. */
	speak(wanted: DialectName | Partial<Dialect>): void {
		this.dialect = typeof wanted === 'string' ? dialect(wanted) : { ...this.dialect, ...wanted };
	}

	/** Makes an appointment and notifies. */
	book(booking: Booking = {}): Appointment {
		const appointment = this.make({ created_at: this.zone.wall(Date.now()), ...booking });
		this.emit('appointment.created', appointment);
		return appointment;
	}

	/** Makes many appointments without notifying anybody. */
	seed(count: number, booking: Booking | ((index: number) => Booking) = {}): Appointment[] {
		return Array.from({ length: count }, (_, index) =>
			this.make(typeof booking === 'function' ? booking(index) : booking),
		);
	}

	/** Sets a status; a cancelled one notifies as a cancellation does. */
	updateStatus(key: string, status: Status): Appointment {
		const before = this.appointments.get(key)?.status;
		const cancels = isCancelled(status) && before !== undefined && !isCancelled(before);
		const updated = this.appointments.update(key, { status });
		return this.emit(cancels ? CANCELED : UPDATED, updated);
	}

	/** Moves an appointment, free slot or not. */
	reschedule(key: string, start_date: string): Appointment {
		const { statusAfterReschedule: status } = this.dialect;
		const moved = this.appointments.update(key, {
			start: this.zone.moment(start_date),
			...(status !== 'same' && { status }),
		});
		return this.emit(UPDATED, moved);
	}

	/** Cancels an appointment; canceling it again changes nothing and notifies nobody. */
	cancel(key: string, { sendEmail = false } = {}): Appointment {
		const appointment = this.appointments.get(key);
		if (appointment && isCancelled(appointment.status)) return appointment;
		const changes = { status: this.dialect.canceledStatus, email_sent: sendEmail };
		return this.emit(CANCELED, this.appointments.update(key, changes));
	}

	/** An appointment as the API shows it in this dialect. */
	shown(appointment: Appointment): Record<string, unknown> {
		return shown(appointment, this.dialect, this.zone);
	}

	/** The appointments that match, in the order of a list. */
	matching(filters: Filters): readonly Appointment[] {
		return filtered(this.appointments, filters, this.dialect);
	}

	/** Sends one event about an appointment to whoever asked for its kind. */
	notify(event: string, appointment: Appointment): Delivery[] {
		const data = shown(appointment, { ...this.dialect, dates: 'offset' }, this.zone);
		return this.deliveries.notify({ event, timestamp: this.timestamp(), data });
	}

	private emit(event: string, appointment: Appointment): Appointment {
		this.notify(event, appointment);
		return appointment;
	}

	/** The time of an event, later than the one before by the smallest digit that is shown. */
	private timestamp(): string {
		this.lastEvent = Math.max(performance.timeOrigin + performance.now(), this.lastEvent + 0.001);
		return this.zone.iso(this.lastEvent, this.dialect.timestampDigits);
	}

	private make({ start_date, calendar, person, ...fields }: Booking): Appointment {
		const made = sample(this.made++, this.zone);
		const start = start_date === undefined ? made.start : this.zone.moment(start_date);
		const appointment = {
			...made,
			...fields,
			calendar: { ...made.calendar, ...calendar },
			person: { ...made.person, ...person },
			start,
			wall: this.zone.wall(start),
		};
		this.appointments.add(appointment);
		return appointment;
	}
}

/** The credential's fields for a service, in its dialect. */
export const credentialOf = ({ baseUrl, token, dialect, zone }: Service) => ({
	baseUrl,
	accessToken: token,
	webhookAuthScheme: dialect.webhookScheme,
	arrayFormat: dialect.arrayEncoding,
	timezone: zone.name,
});

/** Starts the stand-in; stop it with `service.stop()`. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	return await new Service(options).start(options.port);
}
