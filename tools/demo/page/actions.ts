import { STATUSES, type Appointment, type Service, type Status } from '../../../test/stand-in';
import { booking, calendars } from '../standIn';

/** What a user of the page asked for is not possible. */
export class Refused extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

const deliveryPresets = {
	normal: { copies: 1, delay: 0, lost: false },
	twice: { copies: 2, delay: 0, lost: false },
	late: { copies: 1, delay: 15_000, lost: false },
	never: { copies: 1, delay: 0, lost: true },
};

const answerPresets = {
	normal: { failEvery: 0, latency: 0 },
	sometimes: { failEvery: 2, latency: 0 },
	fail: { failEvery: 1, latency: 0 },
	slow: { failEvery: 0, latency: 3_000 },
};

export interface Behavior {
	deliveries: keyof typeof deliveryPresets;
	answers: keyof typeof answerPresets;
}

type Body = Record<string, unknown>;

/** What one can do on the page, at the service itself and not through its API. */
export class Actions {
	readonly behavior: Behavior = { deliveries: 'normal', answers: 'normal' };
	private readonly actions: Record<string, (body: Body) => unknown> = {
		book: (body) => this.book(body),
		move: ({ key, start }) => this.move(this.appointment(key), wall(start)),
		status: ({ key, status }) =>
			this.service.updateStatus(this.appointment(key).appointment_key, statusOf(status)),
		cancel: ({ key }) => this.service.cancel(this.appointment(key).appointment_key),
		behave: (body) => this.behave(body),
	};

	constructor(private readonly service: Service) {}

	run(name: string, body: Body): unknown {
		const action = Object.hasOwn(this.actions, name) ? this.actions[name] : undefined;
		if (!action) throw new Refused(404, `There is no action "${name}".`);
		return action(body);
	}

	private book({ start, calendar, name, phone, status }: Body): Appointment {
		const index = calendars.findIndex(({ calendar_key: key }) => key === calendar);
		if (index < 0) throw new Refused(400, 'Choose a calendar.');
		const draft = booking(wall(start), index, text(name, 'name'), statusOf(status));
		if (typeof phone === 'string' && phone.trim()) draft.person!.phone = phone.trim();
		this.demandFree({ calendar: calendars[index]!, duration: 30 }, draft.start_date!);
		return this.service.book(draft);
	}

	private move(appointment: Appointment, start: string): Appointment {
		this.demandFree(appointment, start);
		return this.service.reschedule(appointment.appointment_key, start);
	}

	private demandFree(
		wanted: Pick<Appointment, 'calendar' | 'duration'> & Partial<Appointment>,
		wallClock: string,
	): void {
		const { appointments, zone } = this.service;
		const time = { start: zone.moment(wallClock), duration: wanted.duration };
		const taken = appointments.overlapping(wanted, time);
		if (taken.every(({ appointment_key: key }) => key === wanted.appointment_key)) return;
		throw new Refused(409, `That time is taken: ${wanted.calendar.name}.`);
	}

	private behave({ deliveries, answers }: Body): Behavior {
		if (deliveries !== undefined) {
			this.behavior.deliveries = oneOf(deliveryPresets, deliveries);
			Object.assign(this.service.deliveries.options, deliveryPresets[this.behavior.deliveries]);
		}
		if (answers !== undefined) {
			this.behavior.answers = oneOf(answerPresets, answers);
			this.service.set(answerPresets[this.behavior.answers]);
		}
		return this.behavior;
	}

	private appointment(key: unknown): Appointment {
		const found = this.service.appointments.get(String(key));
		if (!found) throw new Refused(404, 'This appointment does not exist.');
		return found;
	}
}

function oneOf<Options extends object>(options: Options, value: unknown): keyof Options {
	if (typeof value === 'string' && Object.hasOwn(options, value)) return value as keyof Options;
	throw new Refused(400, `Choose one of ${Object.keys(options).join(', ')}.`);
}

function statusOf(value: unknown): Status {
	const status = STATUSES.find((known) => known === value);
	if (!status) throw new Refused(400, 'Choose a status.');
	return status;
}

function text(value: unknown, field: string): string {
	if (typeof value === 'string' && value.trim()) return value.trim();
	throw new Refused(400, `Enter a ${field}.`);
}

/** `YYYY-MM-DDTHH:MM:SS` of what a date field of a browser holds. */
function wall(value: unknown): string {
	const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/.exec(text(value, 'start'));
	if (!match) throw new Refused(400, 'Enter a date and a time.');
	return `${match[1]}:00`;
}
