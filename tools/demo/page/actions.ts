import type { Appointment, Service, Status } from '../../../test/stand-in';
import { booking, calendars } from '../standIn';

/** What a user of the page asked for is not possible. */
export const refusal = (status: number, message: string) =>
	Object.assign(new Error(message), { status });

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

/** What the fields of the page hold. */
export interface Body extends Partial<Behavior> {
	key: string;
	start: string;
	calendar: string;
	name: string;
	phone: string;
	status: Status;
}

/** What one can do on the page, at the service itself and not through its API. */
export class Actions {
	readonly behavior: Behavior = { deliveries: 'normal', answers: 'normal' };

	constructor(private readonly service: Service) {}

	run(name: string, body: Body): unknown {
		const { key, start, status } = body;
		switch (name) {
			case 'book':
				return this.book(body);
			case 'move':
				this.demandFree(this.appointment(key), start);
				return this.service.reschedule(key, start);
			case 'status':
				return this.service.updateStatus(this.appointment(key).appointment_key, status);
			case 'cancel':
				return this.service.cancel(this.appointment(key).appointment_key);
			case 'behave':
				return this.behave(body);
			default:
				throw refusal(404, `There is no action "${name}".`);
		}
	}

	behave({ deliveries, answers }: Partial<Behavior>): void {
		if (deliveries) {
			this.behavior.deliveries = deliveries;
			Object.assign(this.service.deliveries.options, deliveryPresets[deliveries]);
		}
		if (answers) {
			this.behavior.answers = answers;
			this.service.set(answerPresets[answers]);
		}
	}

	private book({ start, calendar: key, name, phone, status }: Body): Appointment {
		const index = calendars.findIndex(({ calendar_key }) => calendar_key === key);
		const calendar = calendars[index];
		if (!calendar || !name?.trim()) throw refusal(400, 'Enter a client and a calendar.');
		const draft = booking(start, index, name.trim(), status);
		if (phone) draft.person!.phone = phone;
		this.demandFree({ calendar, duration: 30 }, start);
		return this.service.book(draft);
	}

	private demandFree(
		wanted: Pick<Appointment, 'calendar' | 'duration'> & Partial<Appointment>,
		start: string,
	): void {
		const { appointments, zone } = this.service;
		const time = { start: zone.moment(start), duration: wanted.duration };
		const taken = appointments.overlapping(wanted, time);
		if (taken.every(({ appointment_key }) => appointment_key === wanted.appointment_key)) return;
		throw refusal(409, `That time is taken: ${wanted.calendar.name}.`);
	}

	private appointment(key: string): Appointment {
		const found = this.service.appointments.get(key);
		if (!found) throw refusal(404, 'This appointment does not exist.');
		return found;
	}
}
