import { DateTime } from 'luxon';
import { eventually, type N8nApi } from '../../test/n8n/harness';
import type { Mailbox } from '../../test/n8n/support/mailbox';
import type { Service } from '../../test/stand-in';
import { say, show } from './console';
import { booking, zone } from './standIn';

const DAY_MS = 86_400_000;
const PATIENCE_MS = 60_000;

/** Publishes the examples that write to clients, and shows what these get. Returns what was unexpected. */
export async function playMails(
	service: Service,
	api: N8nApi,
	{ received }: Mailbox,
	examples: Map<string, string>,
): Promise<string[]> {
	let shown = 0;
	const showMailsTo = async (people: string[]) => {
		const isThere = () => {
			if (received.length < shown + people.length) throw new Error('Mails are missing');
		};
		await eventually(isThere, PATIENCE_MS).catch(() => undefined);
		const mails = received.slice(shown);
		shown = received.length;
		for (const { to, subject, text } of mails) {
			show(`to ${to.join(', ')}: ${subject}\n${text.replace(/\n+/g, '\n')}\n`);
		}
		const got = mails.flatMap(({ to }) => to).sort();
		const same = JSON.stringify(got) === JSON.stringify([...people].sort());
		return same ? [] : [`${got.join(', ') || 'nobody'} got a mail, not ${people.join(', ')}`];
	};

	say('Rosa books an appointment that starts within a day');
	service.book(booking(nextHour(), 2, 'Rosa Parks'));
	const now = Date.now();
	const soon = service
		.matching({ status: 'CONFIRMED' })
		.filter(({ start }) => start > now && start <= now + DAY_MS);
	await api.activate(examples.get('remind-a-day-before.json')!);
	await api.activate(examples.get('ask-for-feedback.json')!);
	const suggest = examples.get('suggest-new-times.json')!;
	await api.activate(suggest);
	say(
		`The examples that write to clients are published. ${soon.length} confirmed start within a day:`,
	);
	const reminded = await showMailsTo(soon.map(({ person }) => person.email));

	// Who was never seen before is not known to have been canceled.
	await eventually(async () => {
		const { staticData } = await api.getWorkflow(suggest);
		if (!JSON.stringify(staticData).includes('"account"')) throw new Error('Nothing is recorded');
	});
	const canceled = service.appointments
		.list()
		.find(({ person }) => /Núñez/.test(person.full_name))!;
	say(`The service cancels the appointment of ${canceled.person.full_name}`);
	service.cancel(canceled.appointment_key);
	return [...reminded, ...(await showMailsTo([canceled.person.email]))];
}

/** The next whole hour of a working day, within 24 hours. */
function nextHour(): string {
	const next = DateTime.now().setZone(zone).plus({ hours: 1 }).startOf('hour');
	const isLate = next.hour > 19;
	const open =
		next.hour < 8 || isLate ? next.plus({ days: isLate ? 1 : 0 }).set({ hour: 8 }) : next;
	return open.toFormat("yyyy-MM-dd'T'HH:mm:ss");
}
