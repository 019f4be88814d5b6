import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { isCanceled, versionAt, type Account, type Appointment, type Version } from './account';
import { currentTime, currentProcess, sleep } from './clock';

/** `lost`: changes are made, and their responses get lost. */
export type Fault = 'unavailable' | 'timeout' | 'broken' | 'slow' | 'busy' | 'lost';

const SLOW_MS = 4_000;
/** The API shows one appointment sooner than a list does. */
const LONGEST_KEY_LAG_MS = 2_500;

interface Answer {
	status: number;
	body: unknown;
	headers?: Record<string, string>;
}

/** A list of appointments that a trigger has read to its end. */
export interface Listed {
	/** When it was asked for, the moment that it shows, and when its last page was read. */
	at: number;
	viewAt: number;
	endedAt: number;
	account: Account;
	node: string | undefined;
	/** Whether the service responded as it should. */
	isCalm: boolean;
}

const ok = (body: unknown, status = 200): Answer => ({ status, body });
const refused = (status: number, detail: string): Answer => ({ status, body: { detail } });

const NOT_FOUND = refused(404, 'Not found.');

/** The API of the service, for the requests that n8n's helper sends. */
export class Service {
	/** `lists` if only lists of appointments fail. */
	fault: { fault: Fault; lists: boolean; until: number } | undefined;
	readonly listed: Listed[] = [];
	/** The URLs that were registered, in this order. */
	readonly registered: string[] = [];
	/** How many requests the nodes have made. */
	asked = 0;
	/** By the host and the token that open them. */
	readonly accounts = new Map<string, Account>();
	private webhookCount = 0;
	/** Of the latest list of a trigger. */
	private readonly views = new Map<string | undefined, Pick<Listed, 'at' | 'viewAt'>>();

	/** Stands where axios would open a connection. */
	async send(config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
		const caller = currentProcess();
		const { host } = new URL(String(config.url));
		const token = String(config.headers.get('Authorization')).split(' ')[1];
		const account = this.accounts.get(`${host} ${token}`);
		const { tookMs = 0, hasDate = true, aheadMs = 0 } = account?.dialect ?? {};
		const askedAt = currentTime();
		if (tookMs > 0) await sleep(tookMs * Math.random());
		const { status, body, headers } = await this.answer(config, account, askedAt);
		const date = new Date(currentTime() + aheadMs).toUTCString();
		// A process that was killed meanwhile gets no response.
		if (caller?.isDead) await new Promise(() => undefined);
		return {
			status,
			statusText: '',
			data: body,
			headers: { 'content-type': 'application/json', ...(hasDate && { date }), ...headers },
			config,
		};
	}

	private async answer(
		config: InternalAxiosRequestConfig,
		account: Account | undefined,
		askedAt: number,
	): Promise<Answer> {
		const { pathname, searchParams } = new URL(String(config.url));
		const method = String(config.method).toUpperCase();
		const path = pathname.replace('/api/v3', '');
		this.asked += 1;
		const isList = path === '/appointments/' && method === 'GET';
		const fault = this.faultNow;
		const isMade = fault?.fault === 'lost' && method !== 'GET';
		const isHit = fault && (isList || !fault.lists) && fault.fault !== 'lost';
		const failure = isHit ? await fail(fault.fault, config) : undefined;
		if (failure) return failure;
		if (!account) return refused(401, 'Invalid token.');
		const [, resource, key] = path.split('/');
		const body = typeof config.data === 'string' ? (JSON.parse(config.data) as IDataObject) : {};
		if (resource === 'webhooks') {
			const answer = this.webhooks(account, method, key, body);
			return isMade ? await timeout(config) : answer;
		}
		if (resource !== 'appointments') return NOT_FOUND;
		return key ? one(account, key) : this.list(account, searchParams, String(config.url), askedAt);
	}

	get faultNow() {
		return this.fault && currentTime() < this.fault.until ? this.fault : undefined;
	}

	private webhooks(
		account: Account,
		method: string,
		key: string | undefined,
		body: IDataObject,
	): Answer {
		const url = String(body.url);
		const events = Array.isArray(body.events) ? body.events.map(String) : [];
		if (method === 'GET') return ok(account.webhooks);
		if (method === 'POST') {
			this.webhookCount += 1;
			this.registered.push(url);
			const made = { webhook_key: `webhook-${this.webhookCount}`, url, events };
			account.webhooks.push(made);
			return ok(made, 201);
		}
		const found = account.webhooks.find(({ webhook_key }) => webhook_key === key);
		if (!found) return NOT_FOUND;
		if (method === 'PUT') return ok(Object.assign(found, { url, events }));
		account.webhooks = account.webhooks.filter((webhook) => webhook !== found);
		return ok('', 204);
	}

	private list(account: Account, query: URLSearchParams, url: string, askedAt: number): Answer {
		const { dialect, zone } = account;
		const { node } = currentProcess() ?? {};
		const page = Number(query.get('page') ?? 1);
		const endedAt = currentTime();
		if (page === 1) {
			this.views.set(node, { at: askedAt, viewAt: endedAt - dialect.lagMs * Math.random() });
		}
		const view = this.views.get(node)!;
		const from = query.get('start_date') ?? '';
		const to = query.get('end_date') ?? '9999';
		const shown = [...account.appointments.values()]
			.flatMap((appointment) => {
				const version = versionAt(appointment, view.viewAt);
				return version && appointment.deletedAt > view.viewAt ? [{ appointment, version }] : [];
			})
			.filter(({ version: { start } }) => zone.wall(start) >= from && zone.wall(start) <= to)
			.filter(({ appointment, version }) => isListed(appointment, version, query, dialect))
			.sort((a, b) => a.version.start - b.version.start)
			.map(({ appointment, version }) => account.shown(appointment, version));
		const isAll = !query.get('is_cancelled') && !query.get('status');
		const hasMore = dialect.pageSize > 0 && page * dialect.pageSize < shown.length;
		const isCalm = this.faultNow === undefined;
		if (isAll && !hasMore) this.listed.push({ ...view, endedAt, account, node, isCalm });
		if (dialect.pageSize === 0) return ok({ results: shown });
		const next = new URL(url);
		next.searchParams.set('page', String(page + 1));
		const results = shown.slice((page - 1) * dialect.pageSize, page * dialect.pageSize);
		return ok({ count: shown.length, next: hasMore ? next.href : null, results });
	}
}

/** Undefined if it is only slow. */
async function fail(fault: Fault, config: InternalAxiosRequestConfig): Promise<Answer | undefined> {
	if (fault === 'slow') return await sleep(SLOW_MS).then(() => undefined);
	const failures: Partial<Record<Fault, Answer>> = {
		unavailable: refused(503, 'Try later.'),
		busy: { ...refused(429, 'Slow down.'), headers: { 'retry-after': '5' } },
		broken: refused(500, 'Server error.'),
	};
	return failures[fault] ?? (await timeout(config));
}

async function timeout(config: InternalAxiosRequestConfig): Promise<never> {
	await sleep(config.timeout ?? 30_000);
	throw new AxiosError('timeout exceeded', 'ECONNABORTED', config);
}

function one(account: Account, key: string): Answer {
	const { lagMs, hides } = account.dialect;
	const appointment = account.appointments.get(key.toLowerCase());
	if (!appointment || appointment.deletedAt <= currentTime()) return NOT_FOUND;
	const viewAt = currentTime() - Math.min(lagMs, LONGEST_KEY_LAG_MS) * Math.random();
	const version = versionAt(appointment, viewAt);
	const isHidden = version && hides === 'lists and keys' && isCanceled(version.status);
	return version && !isHidden ? ok(account.shown(appointment, version)) : NOT_FOUND;
}

/** Whether lists with these filters show an appointment. */
function isListed(
	{ calendar }: Appointment,
	{ status }: Version,
	query: URLSearchParams,
	{ hides }: Account['dialect'],
): boolean {
	const [flag, wanted, wantedCalendar] = ['is_cancelled', 'status', 'calendar_key'].map((name) =>
		query.get(name),
	);
	if (wanted && wanted !== status) return false;
	if (wantedCalendar && wantedCalendar !== calendar) return false;
	if (flag) return isCanceled(status) === (flag === 'true');
	return !isCanceled(status) || hides === 'nothing' || Boolean(wanted);
}
