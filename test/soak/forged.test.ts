import { testForgedKeys } from '../n8n/support/forged';
import { useFixture } from '../n8n/support/fixture';

testForgedKeys(useFixture({ deliveries: { schedule: [] } }), 2_000);
