import { act, byId, element, toast } from './dom.js';
import { dayAndTime } from './time.js';

const options = (values) => values.map(([value, text]) => element('option', { value }, text));

/** Opens a dialog; `submit` gets the pressed button's value and the form, and what it throws is shown. */
function ask(dialog, submit) {
	const form = dialog.querySelector('form');
	const problem = form.querySelector('.problem');
	problem.textContent = '';
	const answer = async (pressed) => {
		try {
			await submit(pressed, form.elements);
			dialog.close();
		} catch (error) {
			problem.textContent = error.message;
		}
	};
	form.onsubmit = (event) => {
		event.preventDefault();
		void answer('save');
	};
	form.onclick = ({ target }) => {
		if (target.type !== 'button') return;
		if (target.value === 'close') dialog.close();
		else void answer(target.value);
	};
	dialog.showModal();
}

export function editAppointment(appointment, state) {
	const { key, name, email, code, status, start } = appointment;
	const calendar = state.calendars.find(({ key: other }) => other === appointment.calendar);
	const dialog = byId('edit');
	const { elements } = dialog.querySelector('form');
	byId('edit-title').textContent = name;
	byId('edit-about').textContent = `${code} · ${calendar?.name ?? ''} · ${email}`;
	elements.status.replaceChildren(...options(Object.entries(state.statuses)));
	elements.status.value = status;
	elements.start.value = start.slice(0, 16);
	ask(dialog, async (pressed, fields) => {
		if (pressed === 'cancel') {
			await act('cancel', { key, sendEmail: false });
			toast(`${name} is canceled`);
			return;
		}
		const newStatus = pressed === 'save' ? fields.status.value : pressed;
		const newStart = `${fields.start.value.slice(0, 16)}:00`;
		if (newStart !== start) await act('move', { key, start: newStart });
		if (newStatus !== status) await act('status', { key, status: newStatus });
		toast(`${name}: ${state.statuses[newStatus]}, ${dayAndTime(newStart)}`);
	});
}

export function bookAppointment(start, state) {
	const dialog = byId('new');
	const form = dialog.querySelector('form');
	const { elements } = form;
	form.reset();
	elements.calendar.replaceChildren(
		...options(state.calendars.map(({ key, name }) => [key, name])),
	);
	const bookable = ([value]) => value === 'CONFIRMED' || value.startsWith('PENDING');
	elements.status.replaceChildren(...options(Object.entries(state.statuses).filter(bookable)));
	elements.start.value = start.slice(0, 16);
	ask(dialog, async (_pressed, fields) => {
		await act('book', Object.fromEntries(new FormData(form)));
		toast(`${fields.name.value} is booked`);
	});
}
