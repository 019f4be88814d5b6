import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** An email as its reader sees it. */
export interface Mail {
	to: string[];
	subject: string;
	text: string;
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/** Takes what Send Email nodes send over SMTP. */
export async function startMailbox() {
	const received: Mail[] = [];
	/** Addresses that the server does not accept. */
	const refused = new Set<string>();
	const server = new SMTPServer({
		disabledCommands: ['AUTH', 'STARTTLS'],
		onRcptTo: ({ address }, _session, callback) => {
			const refusal = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
			callback(refused.has(address) ? refusal : null);
		},
		onData: (stream, { envelope }, callback) => {
			const to = envelope.rcptTo.map(({ address }) => address);
			simpleParser(stream).then(({ subject = '', text = '' }) => {
				received.push({ to, subject, text: text.trim() });
				callback();
			}, callback);
		},
	});
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	const { port } = server.server.address() as AddressInfo;
	const stop = async () => await new Promise<void>((closed) => server.close(() => closed()));
	return { port, received, refused, stop };
}

/** The fields of an SMTP credential for it. */
export const credentialOfMailbox = ({ port }: Mailbox) => ({
	host: '127.0.0.1',
	port,
	secure: false,
	disableStartTls: true,
});
