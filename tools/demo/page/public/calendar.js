import { byId, element } from './dom.js';
import { dayAndTime, plusMinutes } from './time.js';

const { Calendar } = globalThis.FullCalendar;

const PHONE = matchMedia('(max-width: 48rem)');
const DAY = 24 * 60;
const steps = { ArrowUp: -30, ArrowDown: 30, ArrowLeft: -DAY, ArrowRight: DAY };
const dayFormat = { weekday: 'short', day: 'numeric', month: 'short' };

let focused;
let isHeld = false;

/**
 * The week of a service. `on` has `open(appointment)`, `move(appointment, start)` and `book(start)`;
 * `state` is what the page shows at present.
 */
export function makeWeek(state, on) {
	const viewOf = () => (PHONE.matches ? 'days' : 'week');
	const calendar = new Calendar(byId('calendar'), {
		timeZone: 'UTC',
		locale: 'en-GB',
		initialView: viewOf(),
		views: {
			week: { type: 'timeGrid', duration: { days: 7 }, displayEventTime: false },
			days: { type: 'list', duration: { days: 7 }, noEventsText: 'No appointments' },
		},
		now: () => state().now,
		headerToolbar: false,
		allDaySlot: false,
		height: 'auto',
		slotMinTime: '08:00',
		slotMaxTime: '20:00',
		slotLabelFormat: { hour: '2-digit', minute: '2-digit' },
		nowIndicator: true,
		slotEventOverlap: false,
		editable: true,
		eventDurationEditable: false,
		snapDuration: '00:30',
		dayHeaderFormat: dayFormat,
		listDayFormat: dayFormat,
		listDaySideFormat: false,
		events: (_range, show) => show(eventsOf(state())),
		eventClick: ({ event }) => on.open(event.extendedProps.appointment),
		dateClick: ({ dateStr }) => on.book(dateStr.slice(0, 19)),
		eventDragStart: () => (isHeld = true),
		eventDragStop: () => (isHeld = false),
		eventDrop: ({ event, revert }) => {
			on.move(event.extendedProps.appointment, event.startStr.slice(0, 19)).catch(revert);
		},
		eventDidMount: ({ event, el }) => prepare(event, el, state(), on),
	});
	calendar.render();
	PHONE.addEventListener('change', () => calendar.changeView(viewOf()));
	return () => {
		if (isHeld) return;
		focused = document.activeElement?.closest?.('.appointment')?.dataset.key;
		calendar.refetchEvents();
	};
}

const eventsOf = ({ appointments, calendars }) =>
	appointments.map((appointment) => {
		const { key, name, start, status, duration } = appointment;
		const isCanceled = /^(CANCELED|DECLINED)/.test(status);
		return {
			id: key,
			title: name,
			start,
			end: plusMinutes(start, duration),
			classNames: ['appointment', colorOf(appointment, calendars), isCanceled && 'canceled'],
			extendedProps: { appointment },
		};
	});

export const colorOf = ({ calendar }, calendars) =>
	`calendar-${calendars.findIndex(({ key }) => key === calendar)}`;

/** Each appointment can be reached, read and moved with the keyboard. */
function prepare(event, shown, { calendars, statuses }, on) {
	const { appointment } = event.extendedProps;
	if (!appointment) return;
	const { key, name, start, status } = appointment;
	const calendar = calendars.find((other) => other.key === appointment.calendar);
	const words = [name, dayAndTime(start), calendar?.name ?? '', statuses[status] ?? status];
	shown.title = words.join('\n');
	shown.tabIndex = 0;
	shown.setAttribute('aria-label', words.join(', '));
	Object.assign(shown.dataset, { key, status });
	shown.addEventListener('keydown', (pressed) => {
		const minutes = pressed.shiftKey ? steps[pressed.key] : undefined;
		if (minutes === undefined) return;
		pressed.preventDefault();
		on.move(appointment, plusMinutes(start, minutes)).catch(() => undefined);
	});
	if (key === focused) shown.focus({ preventScroll: true });
}

export function showLegend({ calendars }) {
	const names = calendars.map(({ key, name }) =>
		element('span', { className: colorOf({ calendar: key }, calendars) }, name),
	);
	const marks = ['pending', 'canceled'].map((mark) =>
		element('span', { className: `mark ${mark}` }, mark),
	);
	byId('legend').replaceChildren(...names, ...marks);
}
