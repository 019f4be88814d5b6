import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';
import type { Dialect } from '../dialects';
import { STYLES } from '../lists/pageStyles';

type Parameter = OpenAPIV3_1.ParameterObject;

const text = readFileSync(join(__dirname, '../openapi.yaml'), 'utf8');

/** The description as written: what the document says, with its gaps. */
export function description(): OpenAPIV3_1.Document {
	return parse(text) as OpenAPIV3_1.Document;
}

/** The knobs that the description depends on. */
export type DescribedKnobs = Pick<
	Dialect,
	'arrayEncoding' | 'pagination' | 'webhookScheme' | 'webhookList'
>;

/** The description with the gaps about requests filled in as this dialect has them. */
export function describedIn(knobs: DescribedKnobs): OpenAPIV3_1.Document {
	const document = description();
	const parameters = document.components?.parameters ?? {};
	for (const name of ['service_keys', 'tag_keys'])
		parameters[name] = { ...(parameters[name] as Parameter), ...encoded(name, knobs) };
	document.paths?.['/api/v3/appointments/']?.get?.parameters?.push(...pageParameters(knobs));
	const webhooks = document.paths?.['/api/v3/webhooks/'];
	const webhook = document.paths?.['/api/v3/webhooks/{webhook_key}/'];
	if (webhooks?.get && knobs.webhookList === 'paged')
		webhooks.get.parameters = pageParameters(knobs);
	const scheme = knobs.webhookScheme === 'Basic' ? 'basic' : 'bearer';
	for (const operation of [webhooks?.get, webhooks?.post, webhook?.put, webhook?.delete])
		if (operation) operation.security = [{ [scheme]: [] }];
	return document;
}

function encoded(name: string, { arrayEncoding }: DescribedKnobs): Partial<Parameter> {
	if (arrayEncoding === 'brackets') return { name: `${name}[]` };
	return { style: 'form', explode: arrayEncoding === 'repeat' };
}

function pageParameters({ pagination }: DescribedKnobs): Parameter[] {
	const whole = (name: string, minimum: number): Parameter => ({
		name,
		in: 'query',
		schema: { type: 'integer', minimum },
	});
	const text = (name: string): Parameter => ({
		name,
		in: 'query',
		schema: { type: 'string', minLength: 1 },
	});
	if (pagination === 'none') return [];
	const { parameter, holds, base } = STYLES[pagination];
	const own = {
		page: whole(parameter, base),
		offset: whole(parameter, 0),
		after: text(parameter),
		token: text(parameter),
		slashed: text(parameter),
	}[holds];
	return pagination === 'offset' ? [whole('limit', 1), own] : [own];
}
