import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';

const text = readFileSync(join(__dirname, '../openapi.yaml'), 'utf8');

/** The description of the service's interface, as far as it is known. */
export function description(): OpenAPIV3_1.Document {
	return parse(text) as OpenAPIV3_1.Document;
}
