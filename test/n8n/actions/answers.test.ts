import type { INodeParameters } from 'n8n-workflow';
import type { Dialect } from '../../stand-in';
import { useBench } from '../support/bench';
import { keysOf, locator, useDialect } from '../support/dialects';

const bench = useBench();

const getAll: INodeParameters = { resource: 'appointment', operation: 'getAll', returnAll: true };

describe('answers that are none', () => {
	const spoken = useDialect(bench, 'paged');
	beforeAll(() => void spoken.service.seed(70));
	afterEach(() => {
		spoken.service.speak('paged');
		spoken.service.speak({ pageSize: 20 });
	});

	test('a web page with status 200', async () => {
		spoken.service.speak({ page: true });

		for (const parameters of [getAll, { resource: 'webhook', operation: 'getAll' }]) {
			const { error, output } = await spoken.run(parameters);
			expect(error).toMatchObject({
				message: 'The service responded with 200, but not with JSON',
				description: expect.stringContaining("Check 'Base URL'"),
			});
			expect(output).toEqual([]);
		}
	});

	test.each([301, 302, 307, 308] as const)(
		'a write is not sent after a redirect (%i)',
		async (redirect) => {
			const { service, run } = spoken;
			service.speak({ redirect });
			const { appointment_key } = service.appointments.list()[0]!;
			const appointment = locator(appointment_key);

			const { error } = await run({ resource: 'appointment', operation: 'cancel', appointment });

			expect(error!.message).toMatch(/^The service redirects to .+, which is not followed$/);
			expect(service.requests.total).toBe(1);
			expect(service.appointments.get(appointment_key)!.status).not.toMatch(/CANCELED$/);
		},
	);

	test('a read follows a redirect on its origin, and never to another', async () => {
		const { service, run } = spoken;
		service.speak({ redirect: 302 });
		expect((await run({ ...getAll, returnAll: false, limit: 3 })).output).toHaveLength(3);
		service.speak({ redirectTo: 'elsewhere', elsewhere: bench.service.baseUrl });
		bench.service.requests.clear();

		const { error } = await run(getAll);

		expect(error!.message).toMatch(/which is not followed/);
		expect(bench.service.requests.total).toBe(0);
	});

	const traps: Array<[Dialect['trap'], RegExp]> = [
		['self', /links back to a page/],
		['loop', /links back to a page/],
		['ignored', /the same page of the list again/],
		['elsewhere', /not the address of the list/],
		['otherPath', /not the address of the list/],
	];
	test.each(traps)(
		'a list with the trap "%s" ends in an error, not in a part',
		async (trap, words) => {
			const { service, run } = spoken;
			service.speak({ trap, count: 'none', elsewhere: bench.service.baseUrl });
			bench.service.requests.clear();

			const { error, output } = await run(getAll);

			expect(error!.message).toMatch(words);
			expect(error!.description).toBeTruthy();
			expect(output).toEqual([]);
			expect(bench.service.requests.total).toBe(0);
		},
	);

	test.each(['overlap', 'short'] as const)(
		'a list with the trap "%s" is read whole',
		async (trap) => {
			spoken.service.speak({ trap });

			const { error, output } = await spoken.run(getAll);

			expect(error).toBeUndefined();
			expect(keysOf(output)).toEqual(keysOf(spoken.service.appointments.list()));
		},
	);
});

describe('a change whose response is lost', () => {
	const spoken = useDialect(bench, 'plain');

	test.each(['nothing', 'secondEmail'] as const)(
		'sends the client one cancellation email, if a second cancellation does: %s',
		async (secondCancel) => {
			const { service, run } = spoken;
			service.speak({ secondCancel });
			const [appointment] = service.seed(1);
			service.emails.length = 0;
			service.faults.add({ method: 'DELETE', times: 1, action: { kind: 'answerLost' } });

			const { error, output } = await run({
				resource: 'appointment',
				operation: 'cancel',
				appointment: locator(appointment!.appointment_key),
				sendEmail: 'yes',
			});

			expect(error).toBeUndefined();
			expect(output).toMatchObject([{ canceled: true }]);
			expect(service.emails).toEqual([appointment!.appointment_key]);
		},
	);

	test('is uncertain if the retry is refused and the service shows local times', async () => {
		const { service, run } = spoken;
		service.speak({ dates: 'local' });
		const [appointment] = service.seed(1);
		for (const status of [502, 409]) {
			const action = { kind: 'respond', status, body: { detail: 'No.' } } as const;
			service.faults.add({ method: 'PATCH', times: 1, action });
		}

		const { error } = await run({
			resource: 'appointment',
			operation: 'reschedule',
			appointment: locator(appointment!.appointment_key),
			startDate: `${service.zone.wall(appointment!.start)}Z`,
		});

		expect(error).toMatchObject({
			httpCode: '409',
			description: expect.stringMatching(/^The change may have been made\. Check before/),
		});
	});
});
