import { act, byId, element, toast } from './dom.js';
import { dayAndTime } from './time.js';

const options = (values) => values.map(([value, text]) => element('option', { value }, text));

/** Opens the dialog with these values; `save` gets those of the form, and what it throws is shown. */
function ask(title, values, state, { isNew, save, cancel }) {
	const dialog = byId('dialog');
	const form = dialog.querySelector('form');
	const { elements } = form;
	byId('dialog-title').textContent = title;
	elements.calendar.replaceChildren(
		...options(state.calendars.map(({ key, name }) => [key, name])),
	);
	elements.status.replaceChildren(...options(Object.entries(state.statuses)));
	for (const [name, value] of Object.entries(values)) elements[name].value = value;
	for (const name of ['name', 'phone', 'calendar']) elements[name].disabled = !isNew;
	const attempt = async (action) => {
		const problem = form.querySelector('.problem');
		problem.textContent = '';
		try {
			toast(await action(Object.fromEntries(new FormData(form))));
			dialog.close();
		} catch (error) {
			problem.textContent = error.message;
		}
	};
	form.onsubmit = (event) => {
		event.preventDefault();
		void attempt(save);
	};
	elements.close.onclick = () => dialog.close();
	elements.cancel.hidden = isNew;
	elements.cancel.onclick = () => void attempt(cancel);
	dialog.showModal();
}

export function editAppointment(appointment, state) {
	const { key, name, phone, calendar, status, start } = appointment;
	const values = { name, phone: phone ?? '', calendar, status, start: start.slice(0, 16) };
	ask(name, values, state, {
		save: async (form) => {
			const newStart = `${form.start.slice(0, 16)}:00`;
			if (newStart !== start) await act('move', { key, start: newStart });
			if (form.status !== status) await act('status', { key, status: form.status });
			return `${name}: ${state.statuses[form.status]}, ${dayAndTime(newStart)}`;
		},
		cancel: async () => {
			await act('cancel', { key });
			return `${name} is canceled`;
		},
	});
}

export function bookAppointment(start, state) {
	const [calendar] = state.calendars;
	const values = { name: '', phone: '', calendar: calendar.key, start: start.slice(0, 16) };
	ask('Book an appointment', { ...values, status: 'CONFIRMED' }, state, {
		isNew: true,
		save: async (form) => {
			await act('book', form);
			return `${form.name} is booked`;
		},
	});
}
