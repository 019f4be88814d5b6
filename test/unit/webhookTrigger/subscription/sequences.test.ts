import fc from 'fast-check';

import { dialects, type DialectName } from '../../../stand-in';
import { service } from '../deliveries/support';
import { Life } from './model';
import { steps } from './steps';

jest.mock('../../../../nodes/AppointmentScheduling/service/http/wait', () => ({
	...jest.requireActual('../../../../nodes/AppointmentScheduling/service/http/wait'),
	wait: async () => await Promise.resolve(),
}));

const names = Object.keys(dialects) as DialectName[];

it('a published trigger has one right webhook and an unpublished one none, whatever happens', async () => {
	const at = await service();
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...names), steps, async (dialect, happening) => {
			at.speak(dialect);
			const life = new Life(at);
			for (const step of happening) await life.take(step);
			await life.end();
		}),
		{ numRuns: 150 },
	);
});
