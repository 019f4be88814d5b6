import { useSharedN8n } from '../support/fixture';
import { change500, change500WhileDown } from '../support/outages';

// The rule: test/unit/service/changes.test.ts and changesOfARun.test.ts. Here with its real waits, and
// longer in test/soak/changes.outages.test.ts.
const fixture = useSharedN8n();

test('a gateway that is down for two seconds costs a few of 500 changes, and none is sent twice', async () => {
	const result = await change500WhileDown(fixture, 2_000);
	expect(result).toMatchObject({ untrue: [], twice: [] });
	expect(result.saying('made')).toBeGreaterThanOrEqual(500 - 20);
});

test('with 502 once in ten, 500 changes take less than 90 s, and none is sent twice', async () => {
	let count = 0;
	const result = await change500(fixture, () => {
		count += 1;
		// Every other one is made all the same.
		if (count % 10 > 0) return 'handled';
		return count % 20 > 0 ? 'lost' : 'stopped';
	});
	expect(result).toMatchObject({ untrue: [], twice: [] });
	expect(result.saying('made')).toBeGreaterThanOrEqual(450);
	expect(result.tookMs).toBeLessThan(90_000);
});
