import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes its settings file when the first context is made: give it a folder of its own.
const folder = mkdtempSync(join(tmpdir(), 'n8n-settings-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY = 'key-of-the-unit-tests';
process.env.N8N_LOG_LEVEL = 'silent';

afterAll(() => rmSync(folder, { recursive: true, force: true }));
