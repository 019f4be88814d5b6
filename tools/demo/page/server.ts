import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { isFree } from '../../../test/n8n/harness';
import { root } from '../../../test/n8n/harness/paths';
import { isOwnHost, type Service } from '../../../test/stand-in';
import { ports } from '../standIn';
import { Actions, Refused } from './actions';
import { N8nSide, type Shown } from './n8nSide';
import { fingerprint, stateOf } from './state';

const types: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};
const publicFiles = new Map(
	[
		['/', join(__dirname, 'public/index.html')],
		['/icon.svg', join(root, 'nodes/AppointmentScheduling/appointmentScheduling.svg')],
		['/fullcalendar.js', join(root, 'node_modules/fullcalendar/index.global.min.js')],
		...['app', 'activity', 'calendar', 'dialogs', 'dom', 'time'].map((name) => [
			`/${name}.js`,
			join(__dirname, `public/${name}.js`),
		]),
		['/style.css', join(__dirname, 'public/style.css')],
	].map(([path, file]) => [path!, file!]),
);
const LOOK_EVERY_MS = 150;
const LARGEST_BODY = 64 * 1024;

/** The web page beside the editor: the service's calendar, its deliveries, and its moods. */
export interface Page {
	readonly url: string;
	/** Shows where the editor is, once n8n runs. */
	show(n8n: Shown): void;
	/** Lets the service behave again. */
	calm(): void;
	stop(): Promise<void>;
}

/** What answers a request. */
interface Parts {
	actions: Actions;
	n8nSide: N8nSide;
	state: () => string;
	version: () => string;
}

export async function startPage(service: Service): Promise<Page> {
	const actions = new Actions(service);
	const n8nSide = new N8nSide(service);
	const state = () => JSON.stringify(stateOf(service, actions.mood, n8nSide));
	const version = () => {
		void n8nSide.lookUpWorkflows();
		return fingerprint(service, n8nSide);
	};
	const server = createServer((request, response) => {
		answer(request, response, { actions, n8nSide, state, version }).catch((error: unknown) => {
			const status = error instanceof Refused ? error.status : 500;
			send(response, status, { message: error instanceof Error ? error.message : error });
		});
	});
	server.listen((await isFree(ports.page)) ? ports.page : 0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		show: (n8n) => n8nSide.show(n8n),
		calm: () => actions.run('mood', { deliveries: 'normal', answers: 'normal' }),
		stop: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

async function answer(
	request: IncomingMessage,
	response: ServerResponse,
	{ actions, n8nSide, state, version }: Parts,
): Promise<void> {
	if (!isOwnHost(request)) {
		throw new Refused(421, `Open http://127.0.0.1:${request.socket.localPort}.`);
	}
	const [path = '/', query] = (request.url ?? '/').split('?');
	if (request.method === 'GET' && path === '/api/state') {
		response.writeHead(200, { 'content-type': 'application/json' }).end(state());
		return;
	}
	if (request.method === 'GET' && path === '/api/events') {
		stream(response, state, version);
		return;
	}
	if (request.method === 'GET' && path === '/api/free-times') {
		const calendar = new URLSearchParams(query).get('calendar') ?? '';
		send(response, 200, await n8nSide.freeTimes(calendar));
		return;
	}
	if (request.method === 'POST' && path.startsWith('/api/')) {
		send(response, 200, actions.run(path.slice('/api/'.length), await bodyOf(request)) ?? {});
		return;
	}
	const file = request.method === 'GET' ? publicFiles.get(path) : undefined;
	if (!file) throw new Refused(404, 'There is nothing here.');
	const headers = { 'content-type': types[extname(file)], 'cache-control': 'no-store' };
	response.writeHead(200, headers).end(await readFile(file));
}

/** Sends the whole state at once, and again whenever something has changed. */
function stream(response: ServerResponse, state: () => string, version: () => string): void {
	response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	let sent = '';
	const look = () => {
		const now = version();
		if (now === sent) return;
		sent = now;
		response.write(`data: ${state()}\n\n`);
	};
	look();
	const timer = setInterval(look, LOOK_EVERY_MS);
	response.on('close', () => clearInterval(timer));
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
	// A page of another site cannot send this type without asking first.
	if (!request.headers['content-type']?.startsWith('application/json')) {
		throw new Refused(415, 'Send JSON.');
	}
	let text = '';
	for await (const chunk of request) {
		text += String(chunk);
		if (text.length > LARGEST_BODY) throw new Refused(413, 'That is too long.');
	}
	const body: unknown = JSON.parse(text || '{}');
	if (typeof body !== 'object' || body === null) throw new Refused(400, 'Send an object.');
	return body as Record<string, unknown>;
}

function send(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
