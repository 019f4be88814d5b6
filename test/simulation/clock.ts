import { AsyncLocalStorage } from 'node:async_hooks';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A process of n8n: once killed, nothing that it was waiting for happens. */
export interface Process {
	isDead: boolean;
	/** Monotonic clocks count from here. */
	startedAt: number;
	/** The trigger that code of the process belongs to, if it is one's own. */
	node?: string;
}

interface Timer {
	at: number;
	order: number;
	owner: Process | undefined;
	fire: () => void;
}

const RealDate = Date;
const RealSignal = AbortSignal;
const nextTurn = setImmediate;
const owners = new AsyncLocalStorage<Process | undefined>();
/** For so long, timers fire at their exact time. Of a longer wait, parts are left out while nothing happens. */
const EXACT_MS = 15 * MINUTE;
const COARSENESS = 5;
const LONGEST_LEAP_MS = 2 * HOUR;
/** Whatever takes less is something that happens. */
const IDLE_MS = 4 * SECOND;

let now = 0;
let chance = 0;
let count = 0;
let timers = new Map<number, Timer>();

/** The true time, in ms since the epoch. */
export const currentTime = (): number => now;

export const currentProcess = (): Process | undefined => owners.getStore();

/** Runs code as a part of a process, together with everything that it starts. */
export const asProcess = <T>(owner: Process | undefined, code: () => T): T =>
	owners.run(owner, code);

/** Runs code as a trigger of a process. */
export const asTrigger = <T>(owner: Process, node: string, code: () => T): T =>
	owners.run(Object.create(owner, { node: { value: node } }) as Process, code);

class VirtualDate extends RealDate {
	constructor(...values: unknown[]) {
		super(...((values.length === 0 ? [now] : values) as [number]));
	}

	static override now(): number {
		return now;
	}
}

function setVirtualTimeout(code: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) {
	count += 1;
	const owner = owners.getStore();
	const at = now + Math.max(0, Math.ceil(Number(ms)) || 0);
	const fire = () => owners.run(owner, () => code(...args));
	timers.set(count, { at, order: count, owner, fire });
	return count;
}

class VirtualSignal extends RealSignal {
	static override timeout(ms: number): AbortSignal {
		const end = new AbortController();
		const reason = new DOMException('The time is over', 'TimeoutError');
		setVirtualTimeout(() => end.abort(reason), ms);
		return end.signal;
	}

	static override [Symbol.hasInstance] = (value: unknown): boolean => value instanceof RealSignal;
}

/** From now on, no code of this test file waits for real time. */
export function installClock(): void {
	const clearTimeout = (id?: unknown) => void timers.delete(Number(id));
	const replaced = { setTimeout: setVirtualTimeout, clearTimeout, AbortSignal: VirtualSignal };
	Object.assign(globalThis, { Date: VirtualDate, ...replaced });
	performance.now = () => now - (owners.getStore()?.startedAt ?? 0);
	Math.random = () => {
		chance = (chance * 1_103_515_245 + 12_345) % 2 ** 31;
		return chance / 2 ** 31;
	};
}

/** @param seed decides what is random */
export function startClock(at: number, seed: number): void {
	[now, chance, count] = [at, seed % 2 ** 31, 0];
	timers = new Map();
}

export const sleep = async (ms: number): Promise<void> =>
	await new Promise((resolve) => void setVirtualTimeout(() => resolve(), ms));

/** Lets everything happen that needs no time. */
const settled = async (): Promise<void> => await new Promise((resolve) => void nextTurn(resolve));

/** Lets time pass until it is over, or something holds. */
export async function pass(ms: number, isDone: () => boolean = () => false): Promise<void> {
	const [start, end] = [now, now + ms];
	await settled();
	while (!isDone()) {
		const next = earliest();
		if (next === undefined || next > end) break;
		const since = now - start;
		const isIdle = since >= EXACT_MS && next - now >= IDLE_MS;
		const leap = isIdle ? Math.min(LONGEST_LEAP_MS, Math.floor(since / COARSENESS)) : 0;
		now = Math.min(end, Math.max(now + leap, next));
		for (const timer of due()) {
			timers.delete(timer.order);
			if (!timer.owner?.isDead) timer.fire();
		}
		await settled();
	}
	if (!isDone()) now = Math.max(now, end);
}

/** Lets so much time pass as something needs, up to a limit. */
export async function passUntil(work: Promise<unknown>, longest: number): Promise<void> {
	let isOver = false;
	const end = () => void (isOver = true);
	work.then(end, end);
	await pass(longest, () => isOver);
	if (isOver) await work;
}

function earliest(): number | undefined {
	let at: number | undefined;
	for (const timer of timers.values()) {
		if (timer.owner?.isDead) timers.delete(timer.order);
		else if (at === undefined || timer.at < at) at = timer.at;
	}
	return at;
}

const due = (): Timer[] =>
	[...timers.values()]
		.filter(({ at }) => at <= now)
		.sort((a, b) => a.at - b.at || a.order - b.order);
