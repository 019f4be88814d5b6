import { byId, element } from './dom.js';
import { draggable } from './drag.js';
import {
	at,
	clockOf,
	dayAndMonth,
	dayAndTime,
	dayOf,
	minutesOf,
	plusMinutes,
	weekday,
} from './time.js';
import { chooseCalendar, chosenCalendar, freeTimesOn } from './freeTimes.js';

export const OPENS = 8;
export const CLOSES = 20;
const STEP_MINUTES = 30;
const steps = {
	ArrowUp: -STEP_MINUTES,
	ArrowDown: STEP_MINUTES,
	ArrowLeft: -24 * 60,
	ArrowRight: 24 * 60,
};

/**
 * Shows the week. `on` has `open(appointment)`, `move(appointment, start)` and `book(start)`.
 */
export function showWeek(state, on) {
	const place = byId('calendar');
	const focused = document.activeElement?.closest?.('.appointment')?.dataset.key;
	const scrolled = place.scrollTop;
	const hours = hoursOf(state.appointments);
	place.style.setProperty('--hours', hours.count);
	place.replaceChildren(
		element('div', { className: 'corner' }),
		...state.days.map((day) => heading(day, state)),
		element('div', { className: 'clock', 'aria-hidden': 'true' }, ...hours.labels()),
		...state.days.map((day) => column(day, state, hours, on)),
	);
	place.scrollTop = scrolled;
	if (focused) place.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
}

/** A click on a calendar shows its free times. */
export function showLegend({ calendars, editor }, on) {
	byId('legend').replaceChildren(
		...calendars.map(({ key, name }, index) => {
			const button = element(
				'button',
				{
					...{ type: 'button', disabled: !editor, title: `Show the free times of ${name}` },
					'aria-pressed': String(chosenCalendar() === key),
				},
				element('i'),
				name,
			);
			button.addEventListener('click', () => {
				chooseCalendar(key);
				on.choose();
			});
			return element('li', { dataset: { calendar: index } }, button);
		}),
	);
}

/** Opening hours, and more where an appointment lies outside. */
function hoursOf(appointments) {
	const starts = appointments.map(({ start }) => minutesOf(start) / 60);
	const first = Math.floor(Math.min(OPENS, ...starts));
	const last = Math.ceil(Math.max(CLOSES, ...starts.map((start) => start + 0.5)));
	return {
		first,
		count: last - first,
		labels: () =>
			Array.from({ length: last - first }, (_, hour) =>
				element('span', {}, `${String(first + hour).padStart(2, '0')}:00`),
			),
	};
}

function heading(day, { now }) {
	const isToday = day === dayOf(now);
	return element(
		'div',
		{ className: isToday ? 'day today' : 'day' },
		element('b', {}, isToday ? 'Today' : weekday(day + 'T00:00:00')),
		element('span', {}, dayAndMonth(day + 'T00:00:00')),
	);
}

function column(day, state, hours, on) {
	const appointments = state.appointments.filter(({ start }) => dayOf(start) === day);
	const made = element(
		'div',
		{
			...{ className: 'column', role: 'list' },
			'aria-label': `${weekday(day + 'T00:00:00')} ${dayAndMonth(day + 'T00:00:00')}`,
			dataset: { day, first: hours.first, label: dayAndMonth(day + 'T00:00:00') },
		},
		...freeTimesOn(day).map((free) => freeEntry(free, state, hours, on)),
		...lanes(appointments).map((lane) => entry(lane, state, hours, on)),
	);
	if (appointments.length === 0)
		made.append(element('p', { className: 'free' }, 'No appointments'));
	if (day === dayOf(state.now)) {
		const top = (minutesOf(state.now) / 60 - hours.first) / hours.count;
		made.append(element('hr', { className: 'now', style: { '--top': top } }));
	}
	made.addEventListener('dblclick', (event) => {
		if (event.target === made) on.book(at(day, minutesAt(made, event.clientY)));
	});
	return made;
}

/** The half hour of a column under the pointer. */
export function minutesAt(column, clientY) {
	const { top, height } = column.getBoundingClientRect();
	const hours = Number(getComputedStyle(column).getPropertyValue('--hours'));
	const raw = Number(column.dataset.first) * 60 + ((clientY - top) / height) * hours * 60;
	return Math.floor(raw / STEP_MINUTES) * STEP_MINUTES;
}

/** Appointments at overlapping times stand beside each other. */
function lanes(appointments) {
	const groups = [];
	for (const appointment of appointments) {
		const from = minutesOf(appointment.start);
		const group = groups.at(-1);
		if (group && from < group.until) {
			group.members.push(appointment);
			group.until = Math.max(group.until, from + appointment.duration);
		} else {
			groups.push({ until: from + appointment.duration, members: [appointment] });
		}
	}
	return groups.flatMap(({ members }) =>
		members.map((appointment, lane) => ({ appointment, lane, of: members.length })),
	);
}

/** A pale slot; a click books it. */
function freeEntry({ start, end }, { calendars }, hours, on) {
	const calendar = calendars.find(({ key }) => key === chosenCalendar());
	const label = `Free at ${dayAndTime(start)}, ${calendar?.name ?? ''}`;
	const button = element(
		'button',
		{
			...{ className: 'slot', type: 'button', title: label },
			'aria-label': label,
			style: {
				'--top': (minutesOf(start) / 60 - hours.first) / hours.count,
				'--height': (minutesOf(end) - minutesOf(start)) / 60 / hours.count,
			},
		},
		element('span', {}, clockOf(start)),
	);
	button.addEventListener('click', () => on.book(start));
	return button;
}

function entry({ appointment, lane, of }, { calendars, statuses }, hours, on) {
	const { key, name, start, status, calendar, duration } = appointment;
	const index = calendars.findIndex((other) => other.key === calendar);
	const top = (minutesOf(start) / 60 - hours.first) / hours.count;
	const button = element(
		'button',
		{
			...{ className: 'appointment', type: 'button' },
			title: `${name}\n${dayAndTime(start)}\n${calendars[index]?.name ?? ''}\n${statuses[status]}`,
			'aria-label': `${name}, ${dayAndTime(start)}, ${calendars[index]?.name ?? ''}, ${statuses[status]}`,
			'aria-describedby': 'keys',
			dataset: { key, status, calendar: index },
			style: {
				'--top': top,
				'--height': duration / 60 / hours.count,
				'--lane': lane,
				'--lanes': of,
			},
		},
		element('span', { className: 'time' }, clockOf(start)),
		element('span', { className: 'name' }, name),
		element('span', { className: 'status' }, statuses[status]),
	);
	button.addEventListener('click', () => on.open(appointment));
	button.addEventListener('keydown', (event) => {
		const minutes = event.shiftKey ? steps[event.key] : undefined;
		if (minutes === undefined) return;
		event.preventDefault();
		on.move(appointment, plusMinutes(start, minutes));
	});
	draggable(button, (column, clientY) =>
		on.move(appointment, at(column.dataset.day, minutesAt(column, clientY))),
	);
	return element('div', { role: 'listitem', className: 'place' }, button);
}
