import { OpenAPIBackend, type Context, type ValidationResult } from 'openapi-backend';
import { describedIn, type DescribedKnobs } from './description';
import { operations, type Call } from './operations';
import { Refusal, type Answer } from './refusal';
import { isMoment, isWallClock } from '../zone';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

const formats = {
	uuid: UUID,
	'wall-clock': isWallClock,
	'date-time': isMoment,
	'https-url': (text: string) =>
		/^https:\/\/[^/\s]/.test(text) && !/\s/.test(text) && URL.canParse(text),
};

const built = new Map<string, OpenAPIBackend>();

/** Checks a request against the description in this dialect, and answers it. */
export async function handle(call: Call): Promise<Answer> {
	const { headers, query, ...rest } = call.request;
	const { dialect } = call.service;
	const request = { ...rest, headers: headers as Record<string, string>, query: queryOf(query) };
	try {
		return (await backendOf(dialect).handleRequest(request, call)) as Answer;
	} catch (error) {
		if (error instanceof Refusal) return error.answer(dialect);
		throw error;
	}
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

function backendOf(dialect: DescribedKnobs): OpenAPIBackend {
	const { arrayEncoding, pagination, webhookScheme, webhookList } = dialect;
	const name = [arrayEncoding, pagination, webhookScheme, webhookList].join();
	const backend = built.get(name) ?? build(dialect);
	built.set(name, backend);
	return backend;
}

function build(knobs: DescribedKnobs): OpenAPIBackend {
	return new OpenAPIBackend({
		definition: describedIn(knobs),
		// The description is checked by its own test; here it only has to load quickly.
		quick: true,
		strict: true,
		coerceTypes: true,
		ignoreTrailingSlashes: false,
		ajvOpts: { allErrors: true, formats },
		handlers: {
			...operations,
			notFound: () => {
				throw new Refusal(404, 'Not found.');
			},
			methodNotAllowed: (_context, { request }: Call) => {
				throw new Refusal(405, `Method "${request.method}" not allowed.`);
			},
			unauthorizedHandler: () => {
				throw new Refusal(401, 'Invalid token or scheme.');
			},
			postSecurityHandler: (context: Context, call: Call) => {
				if (context.security.authorized) checkBody(context, call, knobs);
			},
			validationFail: ({ validation, operation }: Context) => {
				throw why(validation, String(operation.operationId));
			},
		},
		securityHandlers: { bearer: authorized('Bearer'), basic: authorized('Basic') },
	});
}

function authorized(scheme: string) {
	return (_context: Context, { request, service }: Call): boolean =>
		request.headers.authorization === `${scheme} ${service.token}`;
}

/** What a validator of parsed values cannot see: content types, stray bodies, repeated parameters. */
function checkBody({ operation }: Context, { request }: Call, knobs: DescribedKnobs) {
	const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
	if (operation.requestBody) {
		if (type !== 'application/json')
			throw new Refusal(415, `Unsupported media type "${type ?? ''}" in request.`);
		try {
			JSON.parse(request.body);
		} catch {
			throw new Refusal(400, 'JSON parse error.');
		}
	} else if (request.body) {
		throw new Refusal(400, 'This request takes no body.');
	}
	if (knobs.arrayEncoding !== 'comma') return;
	for (const name of ['service_keys', 'tag_keys'])
		if (Array.isArray(queryOf(request.query)[name]))
			throw new Refusal(400, 'Given more than once.', name);
}

function why({ errors }: ValidationResult, operation: string): Refusal {
	const error = errors?.[0];
	if (!error) throw new Error(`${operation} was refused without a reason.`);
	const params = error.params as Record<string, unknown>;
	const named = params.additionalProperty ?? params.missingProperty;
	const [, , ...inside] = error.instancePath.split('/');
	const field = typeof named === 'string' ? named : inside[0];
	const words = error.message ?? 'Not valid.';
	return new Refusal(400, words, field === 'requestBody' ? undefined : field);
}
