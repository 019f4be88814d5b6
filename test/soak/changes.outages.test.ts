import { useFixture } from '../n8n/support/fixture';
import { change500, change500WhileDown } from '../n8n/support/outages';

const fixture = useFixture();

test('a gateway that is down for three minutes costs a few of 500 changes, and none is sent twice', async () => {
	const result = await change500WhileDown(fixture, 180_000);
	expect(result).toMatchObject({ untrue: [], twice: [] });
	expect(result.saying('made')).toBeGreaterThanOrEqual(500 - 20);
}, 600_000);

test('with responses that are 60 s late, no item claims what is not true, and no change is sent twice', async () => {
	const result = await change500(fixture, () => 'handled', 60_000);
	expect(result).toMatchObject({ untrue: [], twice: [] });
	expect(result.saying('may be made')).toBeGreaterThan(0);
}, 600_000);
