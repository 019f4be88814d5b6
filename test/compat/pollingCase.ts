import { setTimeout as sleep } from 'node:timers/promises';
import { packTarball, startN8n } from '../n8n/harness';
import { credentialOf } from '../n8n/support/bench';
import { startService } from '../stand-in';
import { PolledWorkflow } from './support';

const MINUTE = 60_000;
/** Some polls, and the start of an n8n on a busy machine. */
const timeoutMs = 120_000;

/** What polls must find, and find once: while n8n runs, is stopped and is killed. */
export async function pollingCase(env: NodeJS.ProcessEnv, everySeconds = 2): Promise<void> {
	const service = await startService({ dialect: { like: 'paged', pageSize: 20 } });
	const n8n = await startN8n({ packageTarball: await packTarball(), env });
	const inMinutes = (minutes: number) =>
		service.zone.iso(Math.ceil(Date.now() / 1000) * 1000 + minutes * MINUTE);
	const book = (minutes: number) =>
		service.book({ status: 'CONFIRMED', start_date: inMinutes(minutes) }).appointment_key;
	/** Waits until all three have polled: they do so at the same times, with one request each. */
	const allPolled = async () => {
		const polls = () => service.requests.of('GET', /appointments/).length;
		const deadline = Date.now() + timeoutMs;
		for (const enough = polls() + 6; polls() < enough; await sleep(100)) {
			if (Date.now() > deadline) throw new Error('n8n stopped polling');
		}
	};
	try {
		const credentialId = await n8n.api.createCredential(credentialOf(service));
		const known = service
			.seed(3, () => ({ status: 'CONFIRMED', start_date: inMinutes(600) }))
			.map(({ appointment_key }) => appointment_key);
		const publish = async (parameters: Record<string, string | number>) =>
			await PolledWorkflow.publish(n8n, credentialId, parameters, everySeconds);
		const created = await publish({ event: 'created' });
		const rescheduled = await publish({ event: 'rescheduled' });
		const soon = await publish({ event: 'startsSoon', leadTime: 1, leadTimeUnit: 'hours' });
		const expectRuns = async (bookings: string[], moves: string[], reminders: string[]) => {
			const each = (keys: string[]) => keys.map((key) => [key]);
			expect(await created.keys(bookings.length, timeoutMs)).toEqual(each(bookings));
			expect(await rescheduled.keys(moves.length, timeoutMs)).toEqual(each(moves));
			expect(await soon.keys(reminders.length, timeoutMs)).toEqual(each(reminders));
		};
		await allPolled();

		const bookings = [book(300)];
		service.reschedule(known[0]!, inMinutes(30));
		const reminders = [known[0]!];
		await expectRuns(bookings, known.slice(0, 1), reminders);

		for (const [index, end] of [[1, 'stop'] as const, [2, 'kill'] as const]) {
			await n8n[end]();
			const booked = book(20 * index);
			bookings.push(booked);
			reminders.push(booked);
			service.reschedule(known[index]!, inMinutes(700));
			await n8n.start();
			await expectRuns(bookings, known.slice(0, index + 1), reminders);
		}
		await allPolled();
		await expectRuns(bookings, known, reminders);
	} finally {
		await n8n.stop();
		await service.stop();
	}
}
