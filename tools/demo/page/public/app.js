import { showDeliveries, showRequests } from './activity.js';
import { makeWeek, showLegend } from './calendar.js';
import { bookAppointment, editAppointment } from './dialogs.js';
import { act, byId, element, toast } from './dom.js';
import { showMessages } from './messages.js';
import { dayAndTime } from './time.js';

const LOOK_AGAIN_MS = 200;

/** What the demo has answered last, as text and as an object. */
let shown;
let state;
let showWeek;

const on = {
	open: (appointment) => editAppointment(appointment, state),
	book: (start) => bookAppointment(start, state),
	move: async ({ key, name, start: former }, start) => {
		if (start === former) return;
		const isShown = state.days.includes(start.slice(0, 10));
		try {
			await act('move', { key, start });
			toast(`${name} moved to ${dayAndTime(start)}${isShown ? '' : ', outside these days'}`);
		} catch (error) {
			toast(error.message, 'bad');
			throw error;
		}
	},
};

function show() {
	showWeek ??= makeWeek(() => state, on);
	showWeek();
	showLegend(state);
	showMessages(state, on.open);
	showDeliveries(state);
	showRequests(state);
	const { elements } = byId('behavior');
	elements.deliveries.value = state.behavior.deliveries;
	elements.answers.value = state.behavior.answers;
	const words = Object.entries(state.toEnter);
	byId('to-enter').replaceChildren(
		...words.map(([name, text]) => element('li', {}, `${name} `, element('code', {}, text))),
	);
	byId('open-editor').hidden = !state.editor;
	byId('open-editor').href = state.editor ?? '';
	byId('listening').textContent = `Webhooks of workflows: ${state.webhooks}`;
}

/** The next whole hour within opening hours at which nobody else comes. */
function nextFreeHour() {
	const taken = new Set(state.appointments.map(({ start }) => start));
	const hours = Array.from({ length: 12 }, (_, hour) => String(8 + hour).padStart(2, '0'));
	const starts = state.days.flatMap((day) => hours.map((hour) => `${day}T${hour}:00:00`));
	return starts.find((start) => start > state.now && !taken.has(start)) ?? starts.at(-1);
}

byId('book').addEventListener('click', () => on.book(nextFreeHour()));
byId('behavior').addEventListener('change', ({ target }) => {
	act('behave', { [target.name]: target.value }).catch((error) => toast(error.message, 'bad'));
});
document.addEventListener('keydown', ({ key }) => {
	if (key === 'Escape') byId('to-enter').closest('details').open = false;
});

/** Asks again and again what there is to show. */
async function look() {
	const answer = await fetch('/api/state').catch(() => undefined);
	const text = await answer?.text().catch(() => undefined);
	if (text === undefined) toast('The demo has ended, or is not reachable', 'bad');
	else if (text !== shown) {
		shown = text;
		state = JSON.parse(text);
		show();
	}
	setTimeout(look, LOOK_AGAIN_MS);
}
void look();
