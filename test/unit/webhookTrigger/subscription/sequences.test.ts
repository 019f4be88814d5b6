import fc from 'fast-check';

import { dialects, type DialectName, type Service } from '../../../stand-in';
import { serviceInProcess } from './inProcess';
import { Life } from './model';
import { steps } from './steps';

jest.mock('../../../../nodes/AppointmentScheduling/n8n/connect', () => ({
	connect: jest.requireActual<typeof import('./inProcess')>('./inProcess').connectInProcess,
}));
jest.mock('../../../../nodes/AppointmentScheduling/service/http/backoff', () => ({
	backoffDelay: () => 0,
	retryAfterDelay: () => undefined,
}));

const names = Object.keys(dialects) as DialectName[];
const services = new Map<DialectName, Service>(
	names.map((dialect) => [dialect, serviceInProcess({ dialect })]),
);

it('has exactly one right webhook when active and none when inactive, after anything that may happen', async () => {
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...names), steps, async (dialect, happening) => {
			const life = new Life(services.get(dialect)!);
			for (const step of happening) await life.take(step);
			await life.end();
		}),
		{ numRuns: 1_000 },
	);
});
