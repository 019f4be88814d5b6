import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OpenAPIBackend, type Context } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';
import { operations, type Call } from '../operations';
import { isMoment, isWallClock } from '../zone';
import { refusalOf } from './errors';
import { Refusal, unknownAddress, type Answer } from './refusal';

const formats = {
	uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
	date: (text: string) => isWallClock(`${text}T00:00:00`),
	'date-time': isMoment,
	email: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
	'https-url': (text: string) => /^https:\/\/[^/\s]\S*$/.test(text) && URL.canParse(text),
};

let built: Promise<OpenAPIBackend> | undefined;

/** Checks a request against the description, and answers it. */
export async function handle(call: Call): Promise<Answer> {
	const { headers, query, ...rest } = call.request;
	const backend = await (built ??= build());
	const request = { ...rest, headers: headers as Record<string, string>, query: queryOf(query) };
	const parameters = backend.matchOperation(request)?.parameters ?? [];
	const known = (parameters as OpenAPIV3_1.ParameterObject[]).map(({ name }) => name);
	for (const name of Object.keys(request.query)) {
		if (known.includes(name)) continue;
		call.request.ignored.push(name);
		delete request.query[name];
	}
	try {
		return (await backend.handleRequest(request, call)) as Answer;
	} catch (error) {
		if (error instanceof Refusal) return error.answer;
		throw error;
	}
}

/** Whether a request has the token, with the word that its path wants. */
export function isAuthorized({ request, service }: Call): boolean {
	const isOfWebhooks = request.path.startsWith('/api/v3/webhooks/');
	const scheme = isOfWebhooks ? service.settings.webhookScheme : 'Bearer';
	return request.headers.authorization === `${scheme} ${service.token}`;
}

/** Names and values of a query; a name given several times has a list. */
function queryOf(text: string): Record<string, string | string[]> {
	const query: Record<string, string | string[]> = {};
	for (const [name, value] of new URLSearchParams(text)) {
		query[name] = name in query ? [query[name]!, value].flat() : value;
	}
	return query;
}

async function build(): Promise<OpenAPIBackend> {
	const text = readFileSync(join(__dirname, '../openapi.yaml'), 'utf8');
	return await new OpenAPIBackend({
		definition: parse(text) as OpenAPIV3_1.Document,
		// It knows OpenAPI 3.0 only.
		quick: true,
		strict: true,
		coerceTypes: true,
		ignoreTrailingSlashes: false,
		ajvOpts: { allErrors: true, verbose: true, formats },
		handlers: {
			...operations,
			notFound: () => unknownAddress,
			methodNotAllowed: (_context, { request }: Call) => {
				throw new Refusal(405, `Method "${request.method}" not allowed.`);
			},
			unauthorizedHandler: () => {
				throw new Refusal(401, 'Invalid token.');
			},
			postSecurityHandler: (context: Context, call: Call) => {
				if (context.security.authorized) checkBody(context, call);
			},
			validationFail: ({ validation }: Context) => {
				throw refusalOf(validation.errors ?? []);
			},
		},
		securityHandlers: { token: (_context: Context, call: Call) => isAuthorized(call) },
	}).init();
}

/** What a validator of parsed values cannot see, and what it does not refuse. */
function checkBody({ operation, request: { requestBody } }: Context, { request }: Call): void {
	if (!operation.requestBody) return;
	const type = request.headers['content-type'] ?? '';
	if (!/^application\/json(;|$)/i.test(type))
		throw new Refusal(415, `Unsupported media type "${type}" in request.`);
	const { content } = operation.requestBody as OpenAPIV3_1.RequestBodyObject;
	const { properties = {} } = content['application/json']!.schema as OpenAPIV3_1.SchemaObject;
	const fields = Object.keys((requestBody ?? {}) as object);
	request.ignored.push(...fields.filter((name) => !(name in properties)));
}
