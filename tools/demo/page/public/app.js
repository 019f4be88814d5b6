import { showDeliveries, showRequests } from './activity.js';
import { CLOSES, OPENS, showLegend, showWeek } from './calendar.js';
import { bookAppointment, editAppointment } from './dialogs.js';
import { act, byId, toast } from './dom.js';
import { held } from './drag.js';
import { chosenCalendar, loadFreeTimes } from './freeTimes.js';
import { at, dayAndTime, dayOf } from './time.js';

let state;

const on = {
	open: (appointment) => editAppointment(appointment, state),
	book: (start) => bookAppointment(start, state, chosenCalendar()),
	choose: () => show(),
	move: async (appointment, start) => {
		if (start === appointment.start) return;
		const isShown = state.days.includes(dayOf(start));
		try {
			await act('move', { key: appointment.key, start });
			toast(
				`${appointment.name} moved to ${dayAndTime(start)}${isShown ? '' : ', outside this week'}`,
			);
		} catch (error) {
			toast(error.message, 'bad');
		}
	},
};

function show() {
	if (held) return void setTimeout(show, 200);
	showLegend(state, on);
	showWeek(state, on);
	showDeliveries(state.deliveries);
	showRequests(state.requests);
	showEditor(state);
	void loadFreeTimes(state, () => showWeek(state, on));
	const { elements } = byId('mood');
	elements.deliveries.value = state.mood.deliveries;
	elements.answers.value = state.mood.answers;
}

function showEditor({ editor, webhooks, credential, zone }) {
	byId('base-url').textContent = credential.baseUrl;
	byId('token').textContent = credential.token;
	byId('zone').textContent = zone;
	for (const id of ['open-editor', 'beside', 'sign-in']) byId(id).hidden = !editor;
	if (editor) {
		byId('open-editor').href = editor.url;
		byId('editor-email').textContent = editor.email;
		byId('editor-password').textContent = editor.password;
	}
	const count = webhooks.length;
	byId('listening').textContent =
		count === 0
			? 'No workflow is listening'
			: `Listening: ${[...new Set(webhooks.map(({ workflow }) => workflow ?? 'a workflow'))].join(', ')}`;
	byId('listening').dataset.kind = count === 0 ? 'busy' : 'good';
}

/** The next whole hour within opening hours at which nobody else comes. */
function nextFreeHour() {
	const taken = new Set(state.appointments.map(({ start }) => start));
	const hours = Array.from({ length: CLOSES - OPENS }, (_, hour) => (OPENS + hour) * 60);
	const starts = state.days.flatMap((day) => hours.map((minutes) => at(day, minutes)));
	return starts.find((start) => start > state.now && !taken.has(start)) ?? starts.at(-1);
}

byId('book').addEventListener('click', () => on.book(nextFreeHour()));
byId('mood').addEventListener('change', ({ target }) => {
	act('mood', { [target.name]: target.value }).catch((error) => toast(error.message, 'bad'));
});
byId('beside').addEventListener('click', () => {
	const width = Math.round(screen.availWidth / 2);
	const place = `left=${screen.availLeft + width},top=${screen.availTop ?? 0}`;
	open(state.editor.url, 'n8n', `popup,${place},width=${width},height=${screen.availHeight}`);
});

const events = new EventSource('/api/events');
events.onmessage = ({ data }) => {
	state = JSON.parse(data);
	document.body.dataset.ready = 'true';
	show();
};
events.onerror = () => toast('The demo has ended, or is not reachable', 'bad');
