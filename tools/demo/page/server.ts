import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { isFree } from '../../../test/n8n/harness';
import { root } from '../../../test/n8n/harness/paths';
import type { Mail } from '../../../test/n8n/support/mailbox';
import { isOwnHost, type Service } from '../../../test/stand-in';
import { ports } from '../standIn';
import { Actions, Refused } from './actions';
import { stateOf, type Editor } from './state';

const LOOK_EVERY_MS = 150;
/** What the page needs from outside its folder. */
const elsewhere = {
	'/icon.svg': 'nodes/AppointmentScheduling/appointmentScheduling.svg',
	'/fullcalendar.js': 'node_modules/fullcalendar/index.global.min.js',
	'/pico.css': 'node_modules/@picocss/pico/css/pico.min.css',
};

/** The web page beside the editor: the service's calendar, its deliveries, how it behaves, and mails. */
export interface Page {
	readonly url: string;
	/** Shows where the editor is, once n8n runs. */
	show(editor: Editor): void;
	/** Lets the service behave again. */
	calm(): void;
	stop(): Promise<void>;
}

/** @param mails that n8n has sent, which grow */
export async function startPage(service: Service, mails: readonly Mail[] = []): Promise<Page> {
	const actions = new Actions(service);
	let editor: Editor | undefined;
	const state = () => stateOf(service, actions.behavior, mails, editor);
	const app = express();
	app.use(demandOwnHost);
	app.get('/api/state', (_request, response) => void response.json(state()));
	app.get('/api/events', (_request, response) => {
		stream(response, () => JSON.stringify(state()));
	});
	app.post('/api/:action', express.json(), ({ params, body }, response) => {
		// A page of another site cannot send JSON without asking first.
		if (!body) throw new Refused(415, 'Send JSON.');
		response.json(actions.run(params.action, body as Record<string, unknown>) ?? {});
	});
	for (const [path, file] of Object.entries(elsewhere)) {
		app.get(path, (_request, response) => response.sendFile(join(root, file)));
	}
	app.use(express.static(join(__dirname, 'public')));
	app.use(explain);

	const server = createServer(app);
	server.listen((await isFree(ports.page)) ? ports.page : 0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		show: (shown) => void (editor = shown),
		calm: () => actions.run('behave', { deliveries: 'normal', answers: 'normal' }),
		stop: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

const demandOwnHost: RequestHandler = (request, _response, next) => {
	if (isOwnHost(request)) next();
	else throw new Refused(421, `Open http://127.0.0.1:${request.socket.localPort}.`);
};

const explain: ErrorRequestHandler = (
	error: Error & { status?: number },
	_request,
	response,
	next,
) => {
	if (response.headersSent) next(error);
	else response.status(error.status ?? 500).json({ message: error.message });
};

/** Sends the whole state at once, and again whenever something has changed. */
function stream(response: Response, state: () => string): void {
	response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	let sent = '';
	const look = () => {
		const now = state();
		if (now === sent) return;
		sent = now;
		response.write(`data: ${now}\n\n`);
	};
	look();
	const timer = setInterval(look, LOOK_EVERY_MS);
	response.on('close', () => clearInterval(timer));
}
