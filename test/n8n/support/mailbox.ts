import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

interface Mail {
	to: string[];
	/** Headers and body as they were sent. */
	text: string;
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

/** Takes what a Send Email node sends over SMTP. */
export async function startMailbox() {
	const received: Mail[] = [];
	/** Addresses that the server does not accept. */
	const refused = new Set<string>();
	const server = createServer((socket) => converse(socket, received, refused));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return { port, received, refused, stop: () => void server.close() };
}

/** One SMTP session: every command is granted, except mail to who is refused. */
function converse(socket: Socket, received: Mail[], refused: Set<string>): void {
	const say = (line: string) => socket.write(`${line}\r\n`);
	let mail: Mail = { to: [], text: '' };
	let inData = false;
	socket.on('error', () => socket.destroy());
	say('220 mailbox');
	createInterface(socket).on('line', (line) => {
		if (inData && line !== '.') {
			mail.text += `${line}\n`;
		} else if (inData) {
			inData = false;
			received.push(mail);
			mail = { to: [], text: '' };
			say('250 accepted');
		} else if (/^data/i.test(line)) {
			inData = true;
			say('354 go ahead');
		} else if (/^quit/i.test(line)) {
			socket.end('221 bye\r\n');
		} else {
			const [, recipient] = /^rcpt to:<(.*?)>/i.exec(line) ?? [];
			const isRefused = recipient !== undefined && refused.has(recipient);
			if (recipient && !isRefused) mail.to.push(recipient);
			say(isRefused ? '550 no such mailbox' : '250 ok');
		}
	});
}
