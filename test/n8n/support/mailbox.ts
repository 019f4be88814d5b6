import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface Mail {
	to: string[];
	/** Headers and body as they were sent. */
	text: string;
}

/** Takes what a Send Email node sends over SMTP. */
export interface Mailbox {
	port: number;
	received: Mail[];
	stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
	const received: Mail[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket.once('close', () => sockets.delete(socket)));
		socket.on('error', () => socket.destroy());
		converse(socket, received);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		received,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((closed) => server.close(closed));
		},
	};
}

/** One SMTP session: every command is granted. */
function converse(socket: Socket, received: Mail[]): void {
	const say = (line: string) => socket.write(`${line}\r\n`);
	let mail: Mail = { to: [], text: '' };
	let inData = false;
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
