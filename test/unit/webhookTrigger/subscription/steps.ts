import fc from 'fast-check';

import { CANCELED, CREATED, UPDATED } from '../deliveries/support';

const KINDS = [CREATED, UPDATED, CANCELED];
export const HOSTS = [
	'https://one.example',
	'https://two.example/n8n',
	'https://three.example:8443',
];

/** What can happen to a workflow and its webhook; a number chooses among several. */
export type Step =
	| { do: 'activate' | 'deactivate' | 'restart' | 'serviceBack' | 'staticDataLost' }
	| { do: 'events'; events: string[]; inPlace: boolean }
	| { do: 'secret'; on: boolean }
	| { do: 'publicUrl'; host: string }
	| { do: 'loseAnswer'; method: 'POST' | 'PUT' | 'DELETE' }
	| { do: 'serviceDown'; status: number; after: number }
	| { do: 'deleted' | 'duplicated' | 'edited' | 'takenOver'; which: number }
	| { do: 'foreign'; where: 'elsewhere' | 'test' | 'otherHost' | 'longer' };

const events = fc.subarray(KINDS, { minLength: 1 });

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 9,
		arbitrary: fc.record({
			do: fc.constantFrom('activate', 'activate', 'deactivate', 'restart', 'serviceBack'),
		}),
	},
	fc.constant({ do: 'staticDataLost' } as const),
	fc.record({ do: fc.constant('events' as const), events, inPlace: fc.boolean() }),
	fc.record({ do: fc.constant('secret' as const), on: fc.boolean() }),
	fc.record({ do: fc.constant('publicUrl' as const), host: fc.constantFrom(...HOSTS) }),
	fc.record({
		do: fc.constant('loseAnswer' as const),
		method: fc.constantFrom('POST' as const, 'PUT' as const, 'DELETE' as const),
	}),
	fc.record({
		do: fc.constant('serviceDown' as const),
		status: fc.constantFrom(429, 500, 503),
		after: fc.nat(3),
	}),
	fc.record({
		do: fc.constantFrom('deleted', 'duplicated', 'edited', 'takenOver'),
		which: fc.nat(3),
	}),
	fc.record({
		do: fc.constant('foreign' as const),
		where: fc.constantFrom('elsewhere', 'test', 'otherHost', 'longer'),
	}),
);

export const steps = fc.array(step, { minLength: 2, maxLength: 14 });
