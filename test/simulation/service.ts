import { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { isCanceled, latest, type Account, type Appointment } from './account';
import { currentTime, currentProcess, sleep } from './clock';

export type Fault = 'unavailable' | 'timeout' | 'broken' | 'slow';

const SLOW_MS = 4_000;

interface Answer {
	status: number;
	body: unknown;
}

/** A request that a node has made, for the rules about how much it may ask. */
export interface Asked {
	at: number;
	method: string;
	path: string;
	account: string;
}

export interface Listed {
	/** When its first page was read. */
	at: number;
	account: Account;
	node: string | undefined;
}

const ok = (body: unknown, status = 200): Answer => ({ status, body });
const refused = (status: number, detail: string): Answer => ({ status, body: { detail } });

/** The API of the service, for the requests that n8n's helper sends. */
export class Service {
	/** By n8n's clock; `lists` if only lists of appointments fail. */
	fault: { fault: Fault; lists: boolean; until: number } | undefined;
	/** Successful lists of appointments, to their end, and for which trigger. */
	readonly listed: Listed[] = [];
	/** The URLs that were registered, in this order. */
	readonly registered: string[] = [];
	readonly asked: Asked[] = [];
	/** By how many ms its clock is ahead of n8n's. */
	aheadMs = 0;
	private readonly accounts = new Map<string, Account>();
	private webhookCount = 0;
	/** When a trigger got the first page of its latest list. */
	private readonly begun = new Map<string | undefined, number>();

	/** Whoever sends this token to this host gets the account. */
	open(host: string, token: string, account: Account): void {
		this.accounts.set(`${host} ${token}`, account);
	}

	/** Stands where axios would open a connection. */
	async send(config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
		const caller = currentProcess();
		const answer = await this.answer(config);
		// A process that was killed meanwhile gets no response.
		if (caller?.isDead) await new Promise(() => undefined);
		return {
			status: answer.status,
			statusText: '',
			data: answer.body,
			headers: {
				'content-type': 'application/json',
				date: new Date(currentTime() + this.aheadMs).toUTCString(),
			},
			config,
		};
	}

	private async answer(config: InternalAxiosRequestConfig): Promise<Answer> {
		const { host, pathname, searchParams } = new URL(String(config.url));
		const token = String(config.headers.get('Authorization')).split(' ')[1];
		const account = this.accounts.get(`${host} ${token}`);
		const method = String(config.method).toUpperCase();
		const path = pathname.replace('/api/v3', '');
		this.asked.push({ at: currentTime(), method, path, account: account?.name ?? '' });
		const isList = path === '/appointments/' && method === 'GET';
		const fault = this.faultNow;
		if (fault && (isList || !fault.lists)) {
			const failure = await this.fail(fault.fault, config);
			if (failure) return failure;
		}
		if (!account) return refused(401, 'Invalid token.');
		const [, resource, key] = path.split('/');
		const body = typeof config.data === 'string' ? (JSON.parse(config.data) as IDataObject) : {};
		if (resource === 'webhooks') return this.webhooks(account, method, key, body);
		if (resource !== 'appointments') return refused(404, 'Not found.');
		return key ? one(account, key) : this.list(account, searchParams, String(config.url));
	}

	get faultNow() {
		return this.fault && currentTime() < this.fault.until ? this.fault : undefined;
	}

	/** Undefined if it is only slow. */
	private async fail(
		fault: Fault,
		config: InternalAxiosRequestConfig,
	): Promise<Answer | undefined> {
		if (fault === 'unavailable') return refused(503, 'Try later.');
		if (fault === 'broken') return refused(500, 'Server error.');
		if (fault === 'slow') return await sleep(SLOW_MS).then(() => undefined);
		await sleep(config.timeout ?? 30_000);
		throw new AxiosError('timeout exceeded', 'ECONNABORTED', config);
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
		if (!found) return refused(404, 'Not found.');
		if (method === 'PUT') return ok(Object.assign(found, { url, events }));
		account.webhooks = account.webhooks.filter((webhook) => webhook !== found);
		return ok('', 204);
	}

	private list(account: Account, query: URLSearchParams, url: string): Answer {
		const { dialect, zone } = account;
		for (const name of ['start_date', 'end_date']) {
			const time = query.get(name);
			// Django's make_aware refuses such times.
			if (time && momentsAt(account, time) !== 1) return refused(400, `${name} is not valid.`);
		}
		const [from = '', to = '9999'] = ['start_date', 'end_date'].map(
			(name) => query.get(name) ?? undefined,
		);
		const all = [...account.appointments.values()]
			.filter((appointment) => {
				const wall = zone.wall(latest(appointment).start);
				return !appointment.isDeleted && wall >= from && wall <= to;
			})
			.filter((appointment) => isListed(appointment, query, dialect.hides))
			.sort((a, b) => latest(a).start - latest(b).start || (a.key < b.key ? -1 : 1));
		const shown = all.map((appointment) => account.shown(appointment, latest(appointment)));
		const page = Number(query.get('page') ?? 1);
		const isAll = !query.get('is_cancelled') && !query.get('status');
		const node = currentProcess()?.node;
		if (page === 1) this.begun.set(node, currentTime());
		const hasMore = dialect.pageSize > 0 && page * dialect.pageSize < shown.length;
		if (isAll && !hasMore) this.listed.push({ at: this.begun.get(node)!, account, node });
		if (dialect.pageSize === 0) return ok({ results: shown });
		const next = new URL(url);
		next.searchParams.set('page', String(page + 1));
		const results = shown.slice((page - 1) * dialect.pageSize, page * dialect.pageSize);
		return ok({ count: shown.length, next: hasMore ? next.href : null, results });
	}
}

function one(account: Account, key: string): Answer {
	const appointment = account.appointments.get(key);
	if (!appointment || appointment.isDeleted) return refused(404, 'Not found.');
	return ok(account.shown(appointment, latest(appointment)));
}

function isListed(appointment: Appointment, query: URLSearchParams, hides: boolean): boolean {
	const { status } = latest(appointment);
	const [flag, wanted, calendar] = ['is_cancelled', 'status', 'calendar_key'].map((name) =>
		query.get(name),
	);
	if (wanted && wanted !== status) return false;
	if (calendar && calendar !== appointment.calendar) return false;
	if (flag) return isCanceled(status) === (flag === 'true');
	return !isCanceled(status) || !hides || Boolean(wanted);
}

/** How often clocks in the account's zone show a time. */
function momentsAt({ zone }: Account, time: string): number {
	const asUtc = Date.parse(`${time}Z`);
	const near = [-86_400_000, 0, 86_400_000].map((shift) => {
		const moment = asUtc + shift;
		return Date.parse(`${zone.wall(moment)}Z`) - moment;
	});
	return [...new Set(near)].filter((offset) => zone.wall(asUtc - offset) === time).length;
}
