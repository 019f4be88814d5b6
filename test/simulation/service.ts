import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { isCanceled, versionAt, type Account, type Appointment, type Version } from './account';
import { currentTime, currentProcess, MINUTE, SECOND, sleep } from './clock';

/** `lost`: changes are made, and their responses get lost. `cut`: a list ends before its end. */
export type Fault = 'unavailable' | 'timeout' | 'broken' | 'slow' | 'busy' | 'lost' | 'cut';

/** The API shows one appointment sooner than a list does. */
const LONGEST_KEY_LAG_MS = 2_500;

interface Answer {
	status: number;
	body: unknown;
	headers?: Record<string, string>;
}

/** A list of appointments that a trigger has read to its end. */
export interface Listed {
	at: number;
	/** The moment that it shows. */
	viewAt: number;
	endedAt: number;
	account: Account;
	node: string | undefined;
	/** Whether nothing was cut off. */
	isWhole: boolean;
	keys: Set<string>;
}

const ok = (body: unknown, status = 200): Answer => ({ status, body });
const refused = (status: number, detail: string): Answer => ({ status, body: { detail } });

/** The API of the service, for the requests that n8n's helper sends. */
export class Service {
	fault: { fault: Fault; lists: boolean; until: number } | undefined;
	/** Somebody has narrowed the token: it does not see this calendar. */
	hiddenCalendar: string | undefined;
	readonly listed: Listed[] = [];
	/** How many appointments were asked for by their keys within a minute at most, by one trigger. */
	mostAsked = 0;
	/** By the host and the token that open them. */
	readonly accounts = new Map<string, Account>();
	private webhookCount = 0;
	/** Of the list that a trigger is reading. */
	private readonly reading = new Map<string | undefined, Listed>();
	private readonly asked = new Map<string | undefined, number[]>();

	get faultNow() {
		return this.fault && currentTime() < this.fault.until ? this.fault : undefined;
	}

	/** Stands where axios would open a connection. */
	async send(config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
		const caller = currentProcess();
		const { host } = new URL(String(config.url));
		const token = String(config.headers.get('Authorization')).split(' ')[1];
		const account = this.accounts.get(`${host} ${token}`);
		const tookMs = (account?.dialect.tookMs ?? 0) * Math.random();
		// The answer may be older than the response.
		await sleep(tookMs / 2);
		const { status, body, headers } = await this.answer(config, account, caller?.node);
		await sleep(tookMs / 2);
		// A process that was killed meanwhile gets no response.
		if (caller?.isDead) await new Promise(() => undefined);
		const date = new Date(currentTime()).toUTCString();
		const all = { 'content-type': 'application/json', date, ...headers };
		return { status, statusText: '', data: body, headers: all, config };
	}

	private async answer(
		config: InternalAxiosRequestConfig,
		account: Account | undefined,
		node: string | undefined,
	): Promise<Answer> {
		const { pathname, searchParams } = new URL(String(config.url));
		const method = String(config.method).toUpperCase();
		const path = pathname.replace('/api/v3', '');
		const isList = path === '/appointments/' && method === 'GET';
		const { fault, lists } = this.faultNow ?? {};
		if (fault && fault !== 'lost' && fault !== 'cut' && (isList || !lists)) {
			const failure = await fail(fault, config);
			if (failure) return failure;
		}
		if (!account) return refused(401, 'Invalid token.');
		const [, resource, key] = path.split('/');
		const body = typeof config.data === 'string' ? (JSON.parse(config.data) as IDataObject) : {};
		if (resource === 'webhooks') {
			const answer = this.webhooks(account, method, key, body);
			return fault === 'lost' && method !== 'GET' ? await timeout(config) : answer;
		}
		if (!key) return this.list(account, searchParams, String(config.url), node);
		this.count(node);
		return this.one(account, key);
	}

	private webhooks(account: Account, method: string, key = '', body: IDataObject): Answer {
		const url = String(body.url);
		const events = Array.isArray(body.events) ? body.events.map(String) : [];
		if (method === 'GET') return ok(account.webhooks);
		if (method === 'POST') {
			this.webhookCount += 1;
			const made = { webhook_key: `webhook-${this.webhookCount}`, url, events };
			account.webhooks.push(made);
			return ok(made, 201);
		}
		const found = account.webhooks.find(({ webhook_key }) => webhook_key === key);
		if (!found) return refused(404, 'Not found.');
		if (method === 'PUT') return ok(Object.assign(found, { url, events }));
		account.webhooks = account.webhooks.filter((webhook) => webhook !== found);
		return ok('', 204);
	}

	/** With pages that move, each page shows another moment. */
	private list(account: Account, query: URLSearchParams, url: string, node?: string): Answer {
		const { pageSize, pagesMove, lagMs } = account.dialect;
		const page = Number(query.get('page') ?? 1);
		const isAll = !query.get('is_cancelled') && !query.get('status');
		const at = currentTime();
		const viewAt = at - lagMs * Math.random();
		const read = { endedAt: at, account, node, isWhole: true };
		const fresh = { at, viewAt, ...read, keys: new Set<string>() };
		const list = (page === 1 ? undefined : this.reading.get(node)) ?? fresh;
		this.reading.set(node, list);
		const view = pagesMove ? viewAt : list.viewAt;
		const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? '9999'];
		const shown = [...account.appointments.values()]
			.flatMap((appointment) => {
				const version = this.versionIn(appointment, view);
				return version ? [{ appointment, version }] : [];
			})
			.filter(({ version: { start } }) => {
				const wall = account.zone.wall(start);
				return wall >= from && wall <= to;
			})
			.filter(({ version }) => isListed(version, query, account))
			.sort((a, b) => a.version.start - b.version.start)
			.map(({ appointment, version }) => ({
				appointment,
				data: account.shown(appointment, version, true),
			}));
		const size = pageSize || shown.length;
		const part = shown.slice((page - 1) * size, page * size);
		if (this.faultNow?.fault === 'cut' && part.pop()) list.isWhole = false;
		for (const { appointment, data } of part) {
			note(appointment, data);
			list.keys.add(appointment.key);
		}
		const results = part.map(({ data }) => data);
		const hasMore = page * size < shown.length;
		if (isAll && !hasMore) this.listed.push({ ...list, endedAt: at });
		const count = shown.length;
		if (pageSize === 0) return ok({ count, results });
		const next = new URL(url);
		next.searchParams.set('page', String(page + 1));
		return ok({ count, next: hasMore ? next.href : null, results });
	}

	private one(account: Account, key: string): Answer {
		const { lagMs, hides } = account.dialect;
		const appointment = account.appointments.get(key.toLowerCase());
		const viewAt = currentTime() - Math.min(lagMs, LONGEST_KEY_LAG_MS) * Math.random();
		const version = appointment && this.versionIn(appointment, viewAt);
		const isHidden = version && hides === 'lists and keys' && isCanceled(version.status);
		if (!version || isHidden) {
			appointment?.denied.push(currentTime());
			return refused(404, 'Not found.');
		}
		const data = account.shown(appointment, version);
		note(appointment, data);
		return ok(data);
	}

	private versionIn(appointment: Appointment, at: number) {
		const version = appointment.deletedAt <= at ? undefined : versionAt(appointment, at);
		return version?.calendar === this.hiddenCalendar ? undefined : version;
	}

	private count(node: string | undefined): void {
		const before = (this.asked.get(node) ?? []).filter((at) => at > currentTime() - MINUTE);
		this.asked.set(node, [...before, currentTime()]);
		this.mostAsked = Math.max(this.mostAsked, before.length + 1);
	}
}

/** Remembers what the API has shown. */
function note({ shown }: Appointment, data: IDataObject): void {
	const json = JSON.stringify(data);
	const known = shown.find((one) => one.json === json);
	if (known) known.at = currentTime();
	else shown.push({ json, from: currentTime(), at: currentTime() });
}

/** Undefined if it is only slow. */
async function fail(fault: Fault, config: InternalAxiosRequestConfig): Promise<Answer | undefined> {
	if (fault === 'slow') return await sleep(4 * SECOND).then(() => undefined);
	const failures: Partial<Record<Fault, Answer>> = {
		unavailable: refused(503, 'Try later.'),
		busy: { ...refused(429, 'Slow down.'), headers: { 'retry-after': '5' } },
		broken: refused(500, 'Server error.'),
	};
	return failures[fault] ?? (await timeout(config));
}

async function timeout(config: InternalAxiosRequestConfig): Promise<never> {
	await sleep(config.timeout ?? 30 * SECOND);
	throw new AxiosError('timeout exceeded', 'ECONNABORTED', config);
}

/** Whether lists with these filters show a version. */
function isListed(
	{ status, calendar }: Version,
	query: URLSearchParams,
	{ dialect }: Account,
): boolean {
	const [flag, wanted] = [query.get('is_cancelled'), query.get('status')];
	if (wanted && wanted !== status) return false;
	if (![null, calendar].includes(query.get('calendar_key'))) return false;
	if (flag) return isCanceled(status) === (flag === 'true');
	return !isCanceled(status) || dialect.hides === 'nothing' || Boolean(wanted);
}
