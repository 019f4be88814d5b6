import { fill, foldable } from './activity.js';
import { element } from './dom.js';
import { dayAndTime } from './time.js';

/** Each mail beside its appointment; `open(appointment)` opens that. */
export function showMails({ mails, calendars, statuses }, open) {
	const aboutOf = ({ appointment }) => {
		if (!appointment) return element('span', { className: 'about empty' }, 'Of nobody here');
		const { name, start, status, calendar } = appointment;
		const index = calendars.findIndex(({ key }) => key === calendar);
		const shown = element(
			'button',
			{ type: 'button', className: `about outline secondary calendar-${index}` },
			element('b', {}, name),
			element('span', {}, dayAndTime(start)),
			element('small', {}, statuses[status]),
		);
		shown.addEventListener('click', () => open(appointment));
		return shown;
	};
	fill(
		'mails',
		mails.map((mail) => {
			const { id, to, subject, text, at } = mail;
			const read = foldable(
				`mail-${id}`,
				element('summary', {}, element('b', {}, subject)),
				element('p', { className: 'text' }, text),
			);
			const head = element('small', {}, `To ${to.join(', ')}, ${at}`);
			return element('li', { className: 'mail' }, aboutOf(mail), element('div', {}, head, read));
		}),
		'Publish an example that writes to clients: what they would get appears here.',
	);
}
