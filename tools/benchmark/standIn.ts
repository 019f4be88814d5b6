import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Dialect, DialectName } from '../../test/stand-in';

export type WantedDialect = Partial<Dialect> & { like?: DialectName };

export interface Started {
	baseUrl: string;
	token: string;
	keys: string[];
}

/** The service's stand-in in a process of its own, so that it has an event loop of its own. */
export class StandIn {
	private constructor(
		private readonly child: ChildProcess,
		readonly baseUrl: string,
		readonly token: string,
		/** Of the appointments it was seeded with, in the order of its list. */
		readonly keys: string[],
	) {}

	/** @param upcoming whether the appointments start from tomorrow on, and not in a calm year */
	static async start(
		appointments: number,
		dialect: WantedDialect = {},
		upcoming = false,
	): Promise<StandIn> {
		const program = join(__dirname, 'standIn.process.ts');
		const child = fork(program, [JSON.stringify({ appointments, dialect, upcoming })], {
			execArgv: ['--import', 'tsx'],
			// JSON has no Infinity.
			serialization: 'advanced',
		});
		const { baseUrl, token, keys } = await answerOf<Started>(child);
		return new StandIn(child, baseUrl, token, keys);
	}

	/** How many requests it has answered with 429 since the last call. */
	async speak(dialect: Partial<Dialect> = {}): Promise<number> {
		const answer = answerOf<number>(this.child);
		this.child.send(dialect);
		return await answer;
	}

	async stop(): Promise<void> {
		const ended = once(this.child, 'exit');
		this.child.disconnect();
		await ended;
	}
}

function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const ended = (code: number | null) => reject(new Error(`The stand-in ended with ${code}`));
		child.once('exit', ended);
		child.once('message', (answer) => {
			child.off('exit', ended);
			resolve(answer as Answer);
		});
	});
}
