import { isCanceled, type Appointment } from '../../service/appointment';
import { InputError } from '../../service/errors';
import { presentMoment } from '../notes';
import type { Call } from '../operation';
import { APPOINTMENT } from './parameters';

/** A model changes rows of nulls as well. @throws InputError in a tool */
export function refuseUnreadable(call: Call, { people, start }: Appointment): void {
	const hasClient = people.some(({ name, email, phone }) => name ?? email ?? phone);
	if (hasClient && start) return;
	refuse(call, `the service does not show ${hasClient ? 'when it starts' : 'whose it is'}`);
}

/** People may move a canceled appointment. @throws InputError in a tool */
export function refuseCanceled(call: Call, appointment: Appointment): void {
	if (!isCanceled(appointment)) return;
	refuse(call, `it is canceled (${appointment.status}), so it cannot be moved`);
}

/** People may correct the past. @throws InputError in a tool */
export function refuseBegun(call: Call, { start }: Appointment): void {
	if (!start || start.ms >= Date.now()) return;
	const now = presentMoment(call);
	refuse(call, `it began at ${start.text}, so it cannot be canceled: it is now ${now}`);
}

function refuse({ parameters }: Call, problem: string): void {
	if (!parameters.isTool) return;
	throw new InputError(APPOINTMENT, problem, 'Choose another one, or tell the user');
}
