import { useSharedN8n } from '../support/fixture';
import { change500WhileDown } from '../support/outages';

// The rule: test/unit/service/changes.test.ts and changesOfARun.test.ts. Here with its real waits, and
// longer in test/soak/changes.outages.test.ts.
const fixture = useSharedN8n();

test('a gateway that is down for two seconds costs a few of 500 changes, and none is sent twice', async () => {
	const result = await change500WhileDown(fixture, 2_000);
	expect(result).toMatchObject({ untrue: [], twice: [] });
	expect(result.saying('made')).toBeGreaterThanOrEqual(500 - 20);
});
