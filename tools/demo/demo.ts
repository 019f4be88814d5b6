/**
 * `npm run demo`: the package in a real n8n, with the stand-in service and its web page. The demo
 * plays one round and shows what runs. Then it stays open, or ends with `--once`.
 */
import {
	credentialType,
	isFree,
	packTarball,
	request,
	startN8n,
	type N8n,
} from '../../test/n8n/harness';
import { credentialOf, type Service } from '../../test/stand-in';
import { say, show } from '../say.cjs';
import { playMessages } from './messages';
import { startPage, type Page } from './page/server';
import { startOf } from './page/state';
import { Runs } from './runs';
import { booking, calendars, ports, startStandIn, wallIn } from './standIn';
import { importWorkflows } from './workflows';

async function main(options: string[]): Promise<number> {
	const unknown = options.filter((option) => option !== '--once');
	if (unknown.length > 0) {
		console.error(`The demo takes one option, --once. It does not know ${unknown.join(' ')}.`);
		return 1;
	}
	say('Building and packing the package');
	const packageTarball = await packTarball();
	say('Starting the stand-in of the service, and n8n with the package (up to half a minute)');
	const service = await startStandIn(ports.service);
	const page = await startPage(service);
	let n8n: N8n | undefined;
	try {
		const port = (await isFree(ports.n8n)) ? ports.n8n : undefined;
		n8n = await startN8n({ packageTarball, editor: true, port });
		page.editor = n8n;
		return await present(service, n8n, page, !options.includes('--once'));
	} finally {
		await n8n?.stop();
		await page.stop();
		await service.stop();
		say('Everything has ended');
	}
}

/** Shows the package at work. Returns the exit code. */
async function present(
	service: Service,
	n8n: N8n,
	page: Page,
	staysOpen: boolean,
): Promise<number> {
	const { api } = n8n;
	// Listens on, because Ctrl-C comes twice: from the terminal, and from what started the demo.
	const end = new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, resolve);
	});
	const credential = credentialOf(service);
	const name = 'Clinic of the demo';
	const credentialId = await api.createCredential(credential, { type: credentialType, name });
	say(`The credential test: ${(await api.testCredential(credential)).message}`);
	const ids = await importWorkflows(api, credentialId, page.gateway);
	for (const own of ['events', 'book']) await api.activate(ids[own]!);
	const [{ url } = { url: '' }] = service.webhooks.list();
	const [shownUrl] = url.split('?secret=');
	say(
		`${Object.keys(ids).length} workflows are imported. "Appointment events" has registered its webhook: ${shownUrl}`,
	);

	const runs = new Runs(service, api, { id: ids.events!, url });
	await playRound(service, n8n, runs);
	const differences = [
		...runs.differences,
		...(await playMessages(service, api, page.messages, ids)),
	];
	if (staysOpen) {
		showPages(n8n, page);
		say('Now it is your turn. Press Ctrl-C to end');
		await end;
		console.log();
		say('Ending');
		page.calm();
	}

	for (const { id, active } of await api.workflows()) if (active) await api.deactivate(id);
	const left = service.webhooks.list();
	say(`All workflows are unpublished. Webhooks left at the service: ${left.length}`);
	differences.push(...left.map((webhook) => `a webhook is left: ${JSON.stringify(webhook)}`));
	for (const difference of differences) show(`unexpected: ${difference}`);
	return differences.length === 0 ? 0 : 1;
}

/** A workflow and the service book, move and cancel appointments. */
async function playRound(service: Service, n8n: N8n, runs: Runs): Promise<void> {
	say('The workflow "Front desk: book" books Ada: node "Create"');
	const body = {
		calendar: calendars[0]!.calendar_key,
		start: wallIn(1, '18:00'),
		name: 'Ada Lovelace',
		phone: '+5511955550142',
	};
	const { text, json } = await request(n8n.webhookUrl('book'), { method: 'POST', body });
	const { appointment_key: ada } = (json ?? {}) as { appointment_key?: string };
	if (ada === undefined) runs.differences.push(`"Front desk: book" answered ${text}`);
	await runs.showNew();

	say('Grace books at the service, and moves her appointment');
	const grace = service.book(booking(wallIn(2, '18:00'), 1, 'Grace Hopper', 'PENDING'));
	service.reschedule(grace.appointment_key, wallIn(2, '19:00'));
	await runs.showNew();

	say('The service cancels Ada');
	if (ada !== undefined) service.cancel(ada);
	await runs.showNew();
}

function showPages(n8n: N8n, page: Page): void {
	say('Ready. Open these two pages side by side; everything stays on this machine:');
	show(
		[
			`service    ${page.url}`,
			`n8n        ${startOf(n8n)}  (accept the certificate, it is made on this machine)`,
			`email      ${n8n.account.email}`,
			`password   ${n8n.account.password}`,
			'',
			'In n8n, open "Reminder by WhatsApp, the day before", enter a number in the node "Settings" and',
			'click "Execute workflow": the reminders appear on the page of the service. What you need for a',
			'credential of your own stands there, too.',
		].join('\n'),
	);
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
