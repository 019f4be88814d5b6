import { dayOf } from './time.js';

let chosen;
let loadedFor;
let freeTimes = [];

/** The key of the calendar whose free times are shown. */
export const chosenCalendar = () => chosen;

/** Shows the free times of this calendar, or none if it was chosen already. */
export function chooseCalendar(key) {
	chosen = chosen === key ? undefined : key;
	freeTimes = [];
	loadedFor = undefined;
}

export const freeTimesOn = (day) => freeTimes.filter(({ start }) => dayOf(start) === day);

/** Asks n8n, whose workflow "Free times" computes them with the node, whenever an appointment has changed. */
export async function loadFreeTimes({ appointments, editor, now }, shown) {
	if (chosen === undefined || !editor) return;
	const wanted = JSON.stringify([chosen, appointments, now.slice(0, 16)]);
	if (wanted === loadedFor) return;
	loadedFor = wanted;
	const response = await fetch(`/api/free-times?calendar=${encodeURIComponent(chosen)}`);
	const found = response.ok ? await response.json() : [];
	if (wanted !== loadedFor) return;
	freeTimes = found;
	shown();
}
