import { byId, element } from './dom.js';
import { clock } from './time.js';

const outcomes = { pending: 'on its way', failed: 'given up', dropped: 'not sent' };
const open = new Set();

const kind = (status) => (status < 300 ? 'good' : 'bad');
const verdict = ({ status, error, startedAt, endedAt }) =>
	status === undefined ? (error ?? 'no response') : `${status} in ${endedAt - startedAt} ms`;

export function showDeliveries({ deliveries, zone }) {
	const lines = deliveries.map(({ id, url, name, event, state, notification, attempts }) => {
		const times = attempts.length > 1 ? `${attempts.length} × ` : '';
		const last = attempts.at(-1);
		const isThere = state === 'delivered';
		const tries = attempts.map((attempt) =>
			[verdict(attempt), `at ${clock(attempt.startedAt, zone)}`, attempt.body]
				.filter(Boolean)
				.join(' '),
		);
		return line(`delivery-${id}`, {
			what: event.replace('appointment.', ''),
			who: name,
			when: attempts[0] ? clock(attempts[0].startedAt, zone) : '',
			badge: isThere ? `${times}${verdict(last)}` : outcomes[state],
			kind: isThere ? kind(last.status) : state === 'pending' ? 'busy' : 'bad',
			details: [`To ${url}`, ...tries, JSON.stringify(notification, undefined, 2)],
		});
	});
	fill('deliveries', lines, 'Book or move an appointment: what the service sends appears here.');
}

export function showRequests({ requests, zone }) {
	const lines = requests.map((request) => {
		const { id, method, path, query, body, status, startedAt, endedAt } = request;
		const isOver = endedAt !== undefined;
		return line(`request-${id}`, {
			what: method,
			who: path.replace('/api/v3', ''),
			when: clock(startedAt, zone),
			badge: isOver ? verdict(request) : 'working',
			kind: isOver ? kind(status) : 'busy',
			details: [`${method} ${path}${query ? `?${query}` : ''}`, body],
		});
	});
	fill('requests', lines, 'What the nodes ask of the service appears here.');
}

/** Its details stay open when the page is drawn anew. */
function line(id, { what, who, when, badge, kind: color, details }) {
	const summary = element(
		'summary',
		{},
		element('span', {}, what),
		element('span', { className: 'who' }, who),
		element('span', { dataset: { kind: color } }, badge),
		element('time', {}, when),
	);
	const text = element('pre', {}, details.filter(Boolean).join('\n\n'));
	const made = element('details', { open: open.has(id) }, summary, text);
	made.addEventListener('toggle', () => (made.open ? open.add(id) : open.delete(id)));
	return element('li', {}, made);
}

export function fill(id, lines, text) {
	const shown = lines.length > 0 ? lines : [element('li', { className: 'empty' }, text)];
	byId(id).replaceChildren(...shown);
}
