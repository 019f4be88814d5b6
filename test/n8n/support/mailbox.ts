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
	const server = createServer((socket) => converse(socket, received));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return { port, received, stop: () => void server.close() };
}

/** One SMTP session: every command is granted. */
function converse(socket: Socket, received: Mail[]): void {
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
			if (recipient) mail.to.push(recipient);
			say('250 ok');
		}
	});
}
