/**
 * `npm run demo`: the package in a real n8n, with the stand-in service and its web page. The demo
 * plays one round of events and shows the runs. Then it stays open, or ends with `--once`.
 */
import { once } from 'node:events';
import { DateTime } from 'luxon';
import {
	credentialType,
	isFree,
	outputOf,
	packTarball,
	request,
	startN8n,
	type N8n,
} from '../../test/n8n/harness';
import { credentialOfMailbox, startMailbox, type Mailbox } from '../../test/n8n/support/mailbox';
import type { Service } from '../../test/stand-in';
import { say, show } from './console';
import { playMails } from './mails';
import { startPage, type Page } from './page/server';
import { Runs } from './runs';
import { booking, ports, startStandIn, zone } from './standIn';
import { importExamples, importWorkflow } from './workflows';

async function main(options: string[]): Promise<number> {
	const unknown = options.filter((option) => option !== '--once');
	if (unknown.length > 0) {
		console.error(`The demo takes one option, --once. It does not know ${unknown.join(' ')}.`);
		return 1;
	}
	const forever = !options.includes('--once');

	say('Building and packing the package');
	const packageTarball = await packTarball();
	say('Starting the stand-in of the appointment service');
	const service = await startStandIn(ports.service);
	const mailbox = await startMailbox();
	const page = await startPage(service, mailbox.received);
	let n8n: N8n | undefined;
	try {
		say('Starting n8n with the package (up to half a minute)');
		const port = (await isFree(ports.n8n)) ? ports.n8n : undefined;
		n8n = await startN8n({ packageTarball, editor: forever, port });
		page.show(n8n);
		return await present({ service, n8n, page, mailbox, forever });
	} finally {
		await n8n?.stop();
		await page.stop();
		await mailbox.stop();
		await service.stop();
		say('Everything has ended');
	}
}

interface Demo {
	service: Service;
	n8n: N8n;
	page: Page;
	mailbox: Mailbox;
	forever: boolean;
}

/** Shows the package at work. Returns the exit code. */
async function present({ service, n8n, page, mailbox, forever }: Demo): Promise<number> {
	const { api } = n8n;
	const credential = { baseUrl: service.baseUrl, accessToken: service.token, timezone: zone };
	const credentials = {
		[credentialType]: await api.createCredential(credential, {
			name: 'Appointment Scheduling API',
		}),
		smtp: await api.createCredential(credentialOfMailbox(mailbox), {
			type: 'smtp',
			name: 'Mails of the demo',
		}),
	};
	say(`The credential test: ${(await api.testCredential(credential)).message}`);
	const files = ['appointment-events', 'todays-appointments', 'front-desk'];
	const [events, today, frontDesk] = await Promise.all(
		files.map(async (file) => await importWorkflow(api, `${file}.json`, credentials)),
	);
	for (const id of [frontDesk, events]) await api.activate(id!);
	say(
		'Three workflows are imported. "Appointment events" is published, its webhook is registered:',
	);
	for (const { url, events: kinds } of service.webhooks.list()) {
		show(`${url}\n${kinds.join(', ')}`);
	}

	const [{ url } = { url: '' }] = service.webhooks.list();
	const runs = new Runs(service, api, { id: events!, url });
	await playRound(service, n8n, runs);
	await runs.showRedelivery(20);
	await showToday(n8n, today!);

	const { deliveries, runs: ran } = await runs.total();
	say(`${deliveries} events were delivered, and ${ran} runs started`);
	// Users can make the service misbehave on the page, so only the round above counts.
	const differences = [...runs.differences];
	const examples = await importExamples(api, credentials);
	differences.push(...(await playMails(service, api, mailbox, examples)));
	if (forever) {
		say(`The other examples are imported too, ready to be published: ${examples.size} in all`);
		await stayOpen(service, n8n, page);
	}

	for (const id of [events, frontDesk]) await api.deactivate(id!);
	// Somebody may have published an example meanwhile.
	const left = service.webhooks.list().filter((webhook) => webhook.url === url);
	say(`"Appointment events" is unpublished. Webhooks left at the service: ${left.length}`);
	for (const webhook of left) {
		show(JSON.stringify(webhook));
		differences.push(`a webhook is left at the service: ${JSON.stringify(webhook)}`);
	}
	for (const difference of differences) show(`unexpected: ${difference}`);
	return differences.length === 0 ? 0 : 1;
}

/** The service and the node book, move and cancel appointments. */
async function playRound(service: Service, n8n: N8n, runs: Runs): Promise<void> {
	const at = (hour: number) => DateTime.now().setZone(zone).startOf('day').plus({ hours: hour });
	const clock = (hour: number) => at(hour).toFormat("yyyy-MM-dd'T'HH:mm:ss");

	say('Ada books an appointment at the service');
	const ada = service.book(booking(clock(10), 0, 'Ada Lovelace'));
	await runs.showNew();

	say('Grace books an appointment at the service');
	const grace = service.book(booking(clock(12), 0, 'Grace Hopper', 'PENDING'));
	await runs.showNew();

	say("The service moves Ada's appointment by an hour");
	service.reschedule(ada.appointment_key, clock(11));
	await runs.showNew();

	say(`The workflow "Front desk" moves Grace's: node "Reschedule", to ${clock(16)}`);
	await callFrontDesk(n8n, runs, { search_code: grace.search_code, start_date: clock(16) });
	await runs.showNew();

	say(`The workflow "Front desk" cancels Grace's: node "Cancel"`);
	await callFrontDesk(n8n, runs, { search_code: grace.search_code });
	await runs.showNew();

	say("The service cancels Ada's appointment");
	service.cancel(ada.appointment_key, { sendEmail: true });
	await runs.showNew();
}

async function callFrontDesk(n8n: N8n, runs: Runs, body: object): Promise<void> {
	const answer = await request(n8n.webhookUrl('front-desk'), { method: 'POST', body });
	if (answer.status === 200) return;
	runs.differ(`"Front desk" answered ${answer.status}: ${answer.text}`);
}

async function showToday({ api }: N8n, workflowId: string): Promise<void> {
	const run = await api.runManually(workflowId, 'When clicking Execute workflow');
	const appointments = outputOf(run, "Get today's appointments");
	say(`The workflow "Today's appointments" lists ${appointments.length}:`);
	for (const { start_date, person_name, status, search_code } of appointments) {
		show(`${start_date}  ${person_name}  ${status}  ${search_code}`);
	}
}

/** Stays open until Ctrl-C. */
async function stayOpen(service: Service, n8n: N8n, page: Page): Promise<void> {
	say('Open these two pages side by side:');
	show(
		[
			`service    ${page.url}`,
			`token      ${service.token}  (for a credential of your own; Base URL ${service.baseUrl}, Service Timezone ${zone})`,
			`n8n        ${n8n.url}  (accept the certificate, it is made on this machine)`,
			`email      ${n8n.account.email}`,
			`password   ${n8n.account.password}`,
			'Book, move or cancel an appointment, and see what n8n does and what clients would read. Ctrl-C ends the demo.',
		].join('\n'),
	);
	await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
	page.calm();
	say('Ending');
}

void main(process.argv.slice(2)).then((code) => {
	process.exitCode = code;
});
