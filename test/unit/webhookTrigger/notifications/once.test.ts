import fc from 'fast-check';
import { DateTime, FixedOffsetZone } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { identityOf as identityIn } from '../../../../nodes/AppointmentScheduling/webhookTrigger/notifications/identity';
import {
	CANCELED,
	CREATED,
	UPDATED,
	abandoned,
	notification,
	runsOf,
	service,
	triggerFor,
} from '../deliveries/support';
import type { Service } from '../../../stand-in';
import { processedData } from '../../support/engine/processedData';

describe('what makes two the same', () => {
	const NOON = '2026-03-01T12:00:00Z';
	const data: IDataObject = {
		appointment_key: 'k',
		status: 'PENDING',
		person: { name: 'Ada', tags: [] },
	};

	const instant = fc.date({
		max: new Date('2100-01-01T00:00:00Z'),
		min: new Date(0),
		noInvalidDate: true,
	});
	/** Minutes from UTC. */
	const offset = fc.integer({ min: -56, max: 56 }).map((quarters) => quarters * 15);
	const fraction = fc.stringMatching(/^\d{0,9}$/);

	/** Whole seconds of an instant, and a fraction of digits or nothing. */
	function written(date: Date, minutes: number, digits: string): string {
		const local = DateTime.fromJSDate(date).setZone(FixedOffsetZone.instance(minutes));
		return `${local.toFormat("yyyy-MM-dd'T'HH:mm:ss")}${digits && `.${digits}`}${local.toFormat('ZZ')}`;
	}

	const identityOf = (event: string, timestamp?: string | null, more: IDataObject = {}) =>
		identityIn({ event, timestamp, data: { ...data, ...more } });

	describe('two deliveries are the same event', () => {
		test('of a creation, if the appointment is the same, because it is created only once', () => {
			const created = identityOf(CREATED, NOON);
			expect(created).toMatch(/^[\w-]{12}$/);
			expect(identityOf(CREATED)).toBe(created);
			expect(identityOf(CREATED, '2027-03-01T12:00:00Z', { status: 'CONFIRMED' })).toBe(created);
			expect(identityOf(CREATED, NOON, { appointment_key: 'other' })).not.toBe(created);
		});

		test('of a change, if kind, appointment, moment and data are the same', () => {
			const identities = [
				identityOf(UPDATED, NOON),
				identityOf(CANCELED, NOON),
				identityOf(UPDATED, '2026-03-01T12:00:01Z'),
				identityOf(UPDATED, NOON, { appointment_key: 'other' }),
				identityOf(UPDATED, NOON, { status: 'CONFIRMED' }),
				identityOf(UPDATED, NOON, { person: { name: 'Ada', tags: ['new'] } }),
			];
			expect(new Set(identities).size).toBe(identities.length);
		});

		test('whatever the order of fields', () => {
			const { appointment_key, status } = data;
			const reordered = { person: { tags: [], name: 'Ada' }, status, appointment_key };
			const identity = identityIn({ event: UPDATED, timestamp: NOON, data: reordered });
			expect(identity).toBe(identityOf(UPDATED, NOON));
		});

		test('whatever the offset of their time, which counts to the millisecond', () => {
			fc.assert(
				fc.property(instant, offset, offset, fraction, fraction, (date, one, other, ...digits) => {
					const [some, more] = digits.map((each) => each.slice(0, 3).replace(/0+$/, ''));
					const identities = [
						identityOf(UPDATED, written(date, one, digits[0])),
						identityOf(UPDATED, written(date, other, digits[1])),
					];
					expect(identities[0] === identities[1]).toBe(some === more);
				}),
				{ examples: [[new Date(0), 0, 60, '123', '124']] },
			);
		});

		test.each([
			['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:00.500Z'],
			['2026-03-01T10:00:00Z', '2026-03-01T10:00Z'],
			['2026-03-01T10:00:00.5Z', '2026-03-01 10:00:00.50 Z'],
			['2026-03-01T10:00:00.5+01:00', '20260301T090000.5Z'],
		])('at %s and %s', (some, other) => {
			expect(identityOf(UPDATED, some)).toBe(identityOf(UPDATED, other));
		});
	});

	test('a delivery without a key has no identity, nor a change without a timestamp', () => {
		expect(identityOf(UPDATED)).toBeUndefined();
		expect(identityOf(UPDATED, null)).toBeUndefined();
		expect(identityOf(CREATED, NOON, { appointment_key: undefined })).toBeUndefined();
		expect(identityIn({ event: UPDATED, timestamp: NOON, data: null })).toBeUndefined();
	});
});

describe('what is remembered', () => {
	let at: Service;
	let accesses: number;

	beforeAll(async () => {
		at = await service();
	});
	beforeEach(() => {
		accesses = 0;
		processedData.beforeAccess = () => void (accesses += 1);
	});
	afterEach(() => processedData.reset());

	async function published(options = {}) {
		const trigger = triggerFor(at, { options });
		await trigger.activate();
		return trigger;
	}

	it('runs an event while n8n cannot read its table, and says so once', async () => {
		const trigger = await published();
		const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
		processedData.beforeAccess = () => {
			throw new Error('database is locked');
		};
		const bodies = [notification(), notification()];
		for (const body of bodies) await trigger.deliver({ body });
		expect((await runsOf(trigger)).flat()).toMatchObject(bodies);
		expect(warn.mock.calls.filter(([text]) => String(text).includes('may run'))).toHaveLength(1);
		warn.mockRestore();
	});

	it.each([
		['in a test', {}, true],
		['without Deduplicate', { deduplicate: false }, false],
		['with When Finished', { respond: 'whenFinished' }, false],
	])('does not ask the table %s', async (_when, options, test) => {
		const trigger = await published(options);
		for (const body of [notification(), notification()]) {
			if (test) await trigger.listenForTest();
			await trigger.deliver({ body, test });
		}
		expect(await runsOf(trigger)).toHaveLength(2);
		expect(accesses).toBe(0);
	});

	it('with When Finished, what was given up during its execution runs again', async () => {
		const trigger = await published({ respond: 'whenFinished' });
		const body = notification();
		const { sent, release } = await abandoned(trigger, body, 'run');
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		release();
		await sent;
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		expect((await runsOf(trigger)).flat()).toMatchObject([body, body]);
	});

	it('asks the service for nothing', async () => {
		const trigger = await published();
		at.requests.clear();
		await trigger.deliver({ body: notification() });
		await trigger.finished();
		expect(at.requests.entries).toEqual([]);
		expect(
			Object.keys(trigger.nodeStaticData).filter((name) => !name.startsWith('webhook')),
		).toEqual([]);
	});
});
