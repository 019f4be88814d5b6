import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { isFree } from '../../../test/n8n/harness';
import { root } from '../../../test/n8n/harness/paths';
import type { Service } from '../../../test/stand-in';
import { ports } from '../standIn';
import { Actions, refusal, type Body } from './actions';
import { stateOf, type Message, type Shown } from './state';

/** What the page needs from outside its folder. */
const elsewhere = {
	'/icon.svg': 'nodes/AppointmentScheduling/appointmentScheduling.svg',
	'/fullcalendar.js': 'node_modules/fullcalendar/index.global.min.js',
	'/pico.css': 'node_modules/@picocss/pico/css/pico.min.css',
};

/** The web page beside the editor: the service's calendar, what it sends, and what clients read. */
export class Page {
	readonly messages: Message[] = [];
	/** Takes the messages of workflows, as gateways to WhatsApp do: `{ number, text }`. */
	gateway = '';
	url = '';
	/** Where n8n's editor is, once it runs. */
	editor: Shown['editor'];
	private readonly actions: Actions;
	private readonly server = createServer(this.app());

	constructor(private readonly service: Service) {
		this.actions = new Actions(service);
	}

	async start(): Promise<this> {
		this.server.listen((await isFree(ports.page)) ? ports.page : 0, '127.0.0.1');
		await once(this.server, 'listening');
		this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
		this.gateway = `${this.url}/whatsapp`;
		return this;
	}

	/** Lets the service behave again. */
	calm(): void {
		this.actions.behave({ deliveries: 'normal', answers: 'normal' });
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((closed) => this.server.close(closed));
	}

	private app() {
		const app = express();
		app.use(demandOwnHost);
		app.get('/api/state', (_request, response) => void response.json(this.state()));
		app.use(express.json());
		app.post('/whatsapp', ({ body }, response) => {
			response.json(this.receive(demandJson<Record<string, unknown>>(body)));
		});
		app.post('/api/:action', ({ params, body }, response) => {
			response.json(this.actions.run(params.action, demandJson<Body>(body)) ?? {});
		});
		for (const [path, file] of Object.entries(elsewhere)) {
			app.get(path, (_request, response) => response.sendFile(join(root, file)));
		}
		app.use(express.static(join(__dirname, 'public')));
		app.use(explain);
		return app;
	}

	private receive({ number, text, subject }: Record<string, unknown>): Message {
		if (!number || !text) throw refusal(400, 'Send a number and a text.');
		const whole = [subject, text].filter(Boolean).join('\n\n');
		const id = this.messages.length + 1;
		this.messages.push({ id, to: String(number), text: whole, sentAt: Date.now() });
		return this.messages.at(-1)!;
	}

	private state() {
		const { behavior } = this.actions;
		return stateOf(this.service, { ...this, behavior });
	}
}

export const startPage = async (service: Service): Promise<Page> => await new Page(service).start();

/** A page of another site could reach this machine under a name of its own (DNS rebinding). */
const demandOwnHost: RequestHandler = ({ headers, socket: { localPort } }, _response, next) => {
	if ([`127.0.0.1:${localPort}`, `localhost:${localPort}`].includes(headers.host ?? '')) next();
	else throw refusal(421, `Open http://127.0.0.1:${localPort}.`);
};

/** A page of another site cannot send JSON without asking first. */
function demandJson<Sent>(body: Sent | undefined): Sent {
	if (body) return body;
	throw refusal(415, 'Send JSON.');
}

const explain: ErrorRequestHandler = (
	{ status = 500, message }: Error & { status?: number },
	_request,
	response,
	_next,
) => void response.status(status).json({ message });
