import { testForgedKeys } from '../support/forged';
import { useSharedN8n } from '../support/fixture';

// 2,000 of them: test/soak/forged.test.ts.
testForgedKeys(useSharedN8n({ zone: 'America/Sao_Paulo', deliveries: { schedule: [] } }), 300);
