import { byId, element } from './dom.js';

const outcomes = {
	pending: 'on its way',
	failed: 'given up',
	dropped: 'not sent',
};
const open = new Set();

const kind = (status) => (status === undefined ? 'bad' : status < 300 ? 'good' : 'bad');
const verdict = ({ status, error, milliseconds }) =>
	status === undefined ? (error ?? 'no response') : `${status} in ${milliseconds} ms`;

export function showDeliveries(deliveries) {
	fill(
		'deliveries',
		deliveries.map((delivery) => {
			const { id, url, name, state, notification, attempts } = delivery;
			const last = attempts.at(-1);
			const times = attempts.length > 1 ? `${attempts.length} × ` : '';
			const badge = state === 'delivered' ? `${times}${verdict(last)}` : (outcomes[state] ?? state);
			return line(`delivery-${id}`, {
				what: notification.event.replace('appointment.', ''),
				who: name,
				when: notification.timestamp.slice(11, 19),
				badge,
				kind: state === 'delivered' ? 'good' : state === 'pending' ? 'busy' : 'bad',
				details: [
					element('p', { className: 'tried' }, `To ${url}`),
					...attempts.map((attempt) => tried(attempt)),
					element('pre', {}, JSON.stringify(notification, undefined, 2)),
				],
			});
		}),
		'Book or move an appointment: what the service sends appears here.',
	);
}

function tried(attempt) {
	return element(
		'p',
		{ className: 'tried' },
		element('b', { dataset: { kind: kind(attempt.status) } }, verdict(attempt)),
		` at ${attempt.at}`,
		attempt.body ? element('code', {}, attempt.body) : '',
	);
}

export function showRequests(requests) {
	fill(
		'requests',
		requests.map(({ method, path, query, body, status, id, at, milliseconds }) => {
			const isOver = milliseconds !== undefined;
			const text = [`${method} ${path}${query ? `?${query}` : ''}`, body].filter(Boolean);
			return line(`request-${id}`, {
				what: method,
				who: path.replace('/api/v3', ''),
				when: at,
				badge: isOver ? verdict({ status, milliseconds }) : 'working',
				kind: isOver ? kind(status) : 'busy',
				details: [element('pre', {}, text.join('\n\n'))],
			});
		}),
		'What the nodes ask of the service appears here.',
	);
}

function line(id, { what, who, when, badge, kind: color, details }) {
	const made = foldable(
		id,
		element(
			'summary',
			{},
			element('span', { className: 'what' }, what),
			element('span', { className: 'who' }, who),
			element('span', { className: 'badge', dataset: { kind: color } }, badge),
			element('time', {}, when),
		),
		...details,
	);
	return element('li', {}, made);
}

/** Details that stay open when the page is drawn anew. */
export function foldable(id, ...children) {
	const made = element('details', { open: open.has(id) }, ...children);
	made.addEventListener('toggle', () => (made.open ? open.add(id) : open.delete(id)));
	return made;
}

export function fill(id, lines, text) {
	const shown = lines.length > 0 ? lines : [element('li', { className: 'empty' }, text)];
	byId(id).replaceChildren(...shown);
}
