import { OpenAPIBackend, type Context } from 'openapi-backend';
import type { OpenAPIV3_1 } from 'openapi-types';
import { operations, type Call } from '../operations';
import { isMoment, isWallClock } from '../zone';
import { description } from './description';
import { refusalOf } from './errors';
import { Refusal, unknownAddress, type Answer } from './refusal';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export const formats = {
	uuid: UUID,
	date: (text: string) => isWallClock(`${text}T00:00:00`),
	'date-time': isMoment,
	email: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/,
	'https-url': (text: string) =>
		/^https:\/\/[^/\s]/.test(text) && !/\s/.test(text) && URL.canParse(text),
};

let built: Promise<OpenAPIBackend> | undefined;

/** Checks a request against the description, and answers it. */
export async function handle(call: Call): Promise<Answer> {
	const { headers, query, ...rest } = call.request;
	const backend = await (built ??= build());
	const request = { ...rest, headers: headers as Record<string, string>, query: queryOf(query) };
	const known = parametersOf(backend, request);
	for (const name of Object.keys(request.query)) {
		if (known.has(name)) continue;
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
export function isAuthorized({ request, service }: Call, scheme?: string): boolean {
	const isOfWebhooks = request.path.startsWith('/api/v3/webhooks/');
	const wanted = isOfWebhooks ? service.settings.webhookScheme : 'Bearer';
	if (scheme && scheme !== wanted) return false;
	return request.headers.authorization === `${wanted} ${service.token}`;
}

type Query = Record<string, string | string[]>;

/** Names and values of a query; a name given several times has a list. */
function queryOf(text: string): Query {
	const query: Query = {};
	for (const [name, value] of new URLSearchParams(text)) {
		query[name] = name in query ? [query[name]!, value].flat() : value;
	}
	return query;
}

function parametersOf(
	api: OpenAPIBackend,
	request: Parameters<OpenAPIBackend['matchOperation']>[0],
) {
	const operation = api.matchOperation(request);
	const parameters = (operation?.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
	return new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name));
}

async function build(): Promise<OpenAPIBackend> {
	return await new OpenAPIBackend({
		definition: description(),
		// The description is checked by its own test; here it only has to load quickly.
		quick: true,
		strict: true,
		coerceTypes: true,
		ignoreTrailingSlashes: false,
		ajvOpts: { allErrors: true, formats },
		handlers: {
			...operations,
			notFound: () => unknownAddress,
			methodNotAllowed: (_context, { request }: Call) => {
				throw new Refusal(405, `Method "${request.method}" not allowed.`);
			},
			unauthorizedHandler: (_context, { request }: Call) => {
				const isGiven = request.headers.authorization !== undefined;
				throw new Refusal(
					401,
					isGiven ? 'Invalid token.' : 'Authentication credentials were not provided.',
					{ 'www-authenticate': 'Bearer' },
				);
			},
			postSecurityHandler: (context: Context, call: Call) => {
				if (context.security.authorized) checkBody(context, call);
			},
			validationFail: ({ validation, request }: Context) => {
				throw refusalOf(validation.errors ?? [], request);
			},
		},
		securityHandlers: {
			bearer: (_context: Context, call: Call) => isAuthorized(call, 'Bearer'),
			basic: (_context: Context, call: Call) => isAuthorized(call, 'Basic'),
		},
	}).init();
}

/** What a validator of parsed values cannot see, and what it does not refuse. */
function checkBody({ operation }: Context, { request }: Call): void {
	if (!operation.requestBody) return;
	const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
	if (type !== 'application/json')
		throw new Refusal(415, `Unsupported media type "${type ?? ''}" in request.`);
	const { schema } = (operation.requestBody as OpenAPIV3_1.RequestBodyObject).content[
		'application/json'
	] as { schema: OpenAPIV3_1.SchemaObject };
	const known = Object.keys(schema.properties ?? {});
	const fields = Object.keys(parsed(request.body) ?? {});
	request.ignored.push(...fields.filter((name) => !known.includes(name)));
}

function parsed(body: string): object | null {
	try {
		return JSON.parse(body) as object | null;
	} catch {
		throw new Refusal(400, 'JSON parse error - Expecting value: line 1 column 1 (char 0)');
	}
}
