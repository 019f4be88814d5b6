import fc from 'fast-check';

/** What a service delivers besides the key, of other kinds than creations. */
export type Data = 'whole' | 'changed' | 'none';

/** What happens; a number chooses among several. */
export type Step =
	| { do: 'book' }
	| { do: 'move' | 'mark' | 'cancel'; which: number }
	/** Delivers one of the notifications so far: on time, late, or again; with all data, what changed, or the key alone. */
	| { do: 'deliver'; which: number; data: Data }
	/** n8n starts runs some time after it has taken them. */
	| { do: 'startRuns' | 'endRuns' | 'check' | 'kill' };

const which = fc.nat(50);

export const steps = fc.array(
	fc.oneof(
		{ weight: 3, arbitrary: fc.constant<Step>({ do: 'book' }) },
		{ weight: 4, arbitrary: fc.record({ do: fc.constantFrom('move', 'mark', 'cancel'), which }) },
		{
			weight: 6,
			arbitrary: fc.record({
				do: fc.constant('deliver' as const),
				which,
				data: fc.constant<Data>('whole'),
			}),
		},
		{ weight: 3, arbitrary: fc.constant<Step>({ do: 'startRuns' }) },
		{ weight: 3, arbitrary: fc.constant<Step>({ do: 'endRuns' }) },
		{ weight: 4, arbitrary: fc.constant<Step>({ do: 'check' }) },
		fc.constant<Step>({ do: 'kill' }),
	),
	{ minLength: 5, maxLength: 40 },
) as fc.Arbitrary<Step[]>;
