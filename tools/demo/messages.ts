import { eventually, type N8nApi } from '../../test/n8n/harness';
import type { Service } from '../../test/stand-in';
import { say, show } from '../say.cjs';
import type { Message } from './page/state';
import { booking, emailOf, wallIn, withinADay } from './standIn';

const PATIENCE_MS = 60_000;
const list = 'waiting-list.json';
const reminded = 'Katherine Johnson';

/** Publishes examples that write to clients, and shows what these read. Returns what was unexpected. */
export async function playMessages(
	service: Service,
	api: N8nApi,
	messages: readonly Message[],
	ids: Record<string, string>,
): Promise<string[]> {
	let shown = 0;
	const showMessageTo = async (to: string) => {
		const isThere = () => {
			if (!messages.slice(shown).some((message) => message.to === to)) throw new Error('nothing');
		};
		const missing = await eventually(isThere, PATIENCE_MS).then(
			() => [],
			() => [`the one who is named above, ${to}, got no message`],
		);
		for (const message of messages.slice(shown)) show(`to ${message.to}: ${message.text}\n`);
		shown = messages.length;
		return missing;
	};

	const free = service.book(booking(wallIn(1, '18:30'), 2, 'Rosa Parks'));
	service.book(booking(withinADay(), 2, reminded));
	await api.activate(ids['remind-a-day-before.json']!);
	say('"Reminder by email" is published. Whoever has an appointment within a day reads:');
	const unreminded = await showMessageTo(emailOf(reminded));

	await api.runManually(ids[list]!, 'Set Up Once');
	const { data } = await api.public<{ data: Array<{ id: string }> }>('GET', '/data-tables');
	const waiting = { name: 'Beatriz', phone: '5511912345678', calendar: free.calendar.name };
	await api.public('POST', `/data-tables/${data[0]!.id}/rows`, { data: [waiting] });
	service.requests.clear();
	await api.activate(ids[list]!);
	// What was canceled before the first poll is no news.
	await eventually(() => {
		const polls = service.requests.of('GET', /appointments\/$/);
		if (!polls.some(({ endedAt }) => endedAt)) throw new Error('no poll yet');
	});
	say(
		'"Waiting list" is published, and Rosa cancels. Beatriz, who waits for that calendar, reads:',
	);
	service.cancel(free.appointment_key);
	return [...unreminded, ...(await showMessageTo(waiting.phone))];
}
