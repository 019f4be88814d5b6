import type { IDataObject } from 'n8n-workflow';

import { comparableKey } from '../../../../nodes/AppointmentScheduling/service/values/keys';
import { stateOf } from '../../../../nodes/AppointmentScheduling/watching/state';
import { TriggerState } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/state';

const rules = { isWanted: () => true, graceMs: 0, lagMs: 0 };
const start_date = '2026-06-20T10:00:00Z';

/** A process of n8n that has the trigger. */
class Process {
	readonly state = new TriggerState();

	/** @param database what n8n has saved */
	constructor(private readonly database: { text: string }) {}

	lead(): void {
		this.state.own(this.context());
	}

	/** A delivery runs. Only the leader saves. */
	run(name: string, status: string, at: number): void {
		const context = this.context();
		this.state.load(context);
		const said = stateOf({ start_date, status });
		const event = 'appointment.updated';
		const delivered = { by: 'delivery', event, state: said, at, receivedAt: at } as const;
		const { book, memory } = this.state;
		const { run } = book.observe(comparableKey(name)!, name, delivered, rules);
		book.end(comparableKey(name)!, run!.id, 'counts');
		memory.remember(`${name} ${status}`.padEnd(12, '.').slice(0, 12));
		if (!this.state.isOwner) return;
		this.state.save(context);
		this.database.text = JSON.stringify(context.getWorkflowStaticData());
	}

	knows(name: string): string | undefined {
		this.state.load(this.context());
		return this.state.book.get(comparableKey(name)!)?.reported?.status;
	}

	private context() {
		const staticData = JSON.parse(this.database.text) as IDataObject;
		return {
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ id: 'node' }),
			getWorkflowStaticData: () => staticData,
		} as never as { getWorkflowStaticData: () => IDataObject } & Parameters<TriggerState['own']>[0];
	}
}

test('a process that led before, and leads again, knows what its successor has saved meanwhile', () => {
	const database = { text: '{}' };
	const [first, second] = [new Process(database), new Process(database)];
	first.lead();
	first.run('a', 'PENDING', 1_000);
	first.state.disown(() => {});

	second.lead();
	expect(second.knows('a')).toBe('PENDING');
	second.run('a', 'NO_SHOW', 2_000);
	second.run('b', 'PENDING', 2_000);
	expect(first.knows('a')).toBe('NO_SHOW');
	const { text } = database;
	first.run('c', 'PENDING', 3_000);
	expect(database.text).toBe(text);
	second.state.disown(() => {});

	first.lead();
	expect(first.knows('b')).toBe('PENDING');
	first.run('d', 'PENDING', 4_000);
	second.lead();
	expect(['a', 'b', 'c', 'd'].map((name) => second.knows(name))).toEqual([
		...['NO_SHOW', 'PENDING', 'PENDING', 'PENDING'],
	]);
});
