import { fill } from './activity.js';
import { colorOf } from './calendar.js';
import { element } from './dom.js';
import { clock, dayAndTime } from './time.js';

/** Each message as its reader sees it, beside the appointment; `open(appointment)` opens that. */
export function showMessages({ messages, calendars, statuses, zone }, open) {
	const aboutOf = ({ appointment }) => {
		if (!appointment)
			return element(
				'span',
				{ className: 'about empty' },
				'No client has this number: a test, for example',
			);
		const { name, start, status } = appointment;
		const shown = element(
			'button',
			{ type: 'button', className: `about outline secondary ${colorOf(appointment, calendars)}` },
			element('b', {}, name),
			element('span', {}, dayAndTime(start)),
			element('small', {}, statuses[status] ?? status),
		);
		shown.addEventListener('click', () => open(appointment));
		return shown;
	};
	const lines = messages.map((message) => {
		const head = element('small', {}, `To ${message.to}, ${clock(message.sentAt, zone)}`);
		const text = element('p', { className: 'text' }, message.text);
		return element(
			'li',
			{ className: 'message' },
			aboutOf(message),
			element('div', {}, head, text),
		);
	});
	const nothing = 'Publish an example that writes to clients: what they would read appears here.';
	fill('messages', lines, nothing);
}
