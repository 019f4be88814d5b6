import { OpenAPIBackend, type Context, type ValidationResult } from 'openapi-backend';
import { describedIn, type DescribedKnobs } from './description';
import type { Dialect } from '../dialect';
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
	const { method, path, headers, body } = call.request;
	try {
		decodeURIComponent(path);
		const { dialect } = call.service;
		const query = looseQuery(queryOf(call.request.query), dialect);
		const { looseArrays } = dialect;
		const backend = backendOf(
			looseArrays === 'no' ? dialect : { ...dialect, arrayEncoding: 'repeat' },
		);
		return (await backend.handleRequest({ method, path, headers, query, body }, call)) as Answer;
	} catch (error) {
		if (error instanceof URIError) return refused(call, new Refusal(400, 'Malformed address.'));
		if (error instanceof Refusal) return refused(call, error);
		throw error;
	}
}

function refused({ service }: Call, refusal: Refusal): Answer {
	return refusal.answer(service.dialect);
}

/** Names and values of a query; a name given several times has a list. */
function queryOf(text: string): Record<string, string | string[]> {
	const query: Record<string, string | string[]> = Object.create(null) as Record<string, string>;
	for (const pair of text.split('&')) {
		if (!pair) continue;
		const [name = '', ...rest] = pair.split('=');
		const key = decoded(name);
		const value = decoded(rest.join('='));
		const known = query[key];
		query[key] = known === undefined ? value : [known, value].flat();
	}
	return query;
}

type Query = ReturnType<typeof queryOf>;

/** The query as the framework hands it over, with repeated names for lists. */
function looseQuery(query: Query, { looseArrays }: Pick<Dialect, 'looseArrays'>): Query {
	const entries = Object.entries(query).flatMap(
		([name, value]): Array<[string, string | string[]]> => {
			const isList = name.endsWith('[]');
			if (looseArrays === 'no') return [[name, value]];
			return [[name.replace(/\[\]$/, ''), isList ? value : ([value].flat().at(-1) ?? '')]];
		},
	);
	return Object.fromEntries(entries);
}

const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

function backendOf(dialect: DescribedKnobs): OpenAPIBackend {
	const { arrayEncoding, pagination, webhookScheme, webhookList } = dialect;
	const knobs = { arrayEncoding, pagination, webhookScheme, webhookList };
	const name = JSON.stringify(knobs);
	const backend = built.get(name) ?? build(knobs);
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
				throw new Refusal(401, 'Invalid token or scheme.', undefined, {
					'www-authenticate': `${knobs.webhookScheme} realm="api"`,
				});
			},
			postSecurityHandler: (context: Context, call: Call) => {
				if (context.security.authorized) checkBody(context, call, knobs);
			},
			validationFail: ({ validation, operation }: Context, { service }: Call) => {
				throw why(validation, service.dialect.invalidStatus, String(operation.operationId));
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
function checkBody({ operation }: Context, { request, service }: Call, knobs: DescribedKnobs) {
	const { invalidStatus } = service.dialect;
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
		throw new Refusal(invalidStatus, 'This request takes no body.');
	}
	if (knobs.arrayEncoding !== 'comma') return;
	for (const name of ['service_keys', 'tag_keys'])
		if (Array.isArray(queryOf(request.query)[name]))
			throw new Refusal(invalidStatus, 'Given more than once.', name);
}

function why({ errors }: ValidationResult, status: number, operation: string): Refusal {
	const error = errors?.[0];
	if (!error) throw new Error(`${operation} was refused without a reason.`);
	const params = error.params as Record<string, unknown>;
	const named = params.additionalProperty ?? params.missingProperty;
	const [, , ...inside] = error.instancePath.split('/');
	const field = typeof named === 'string' ? named : inside[0];
	return new Refusal(
		status,
		error.message ?? 'Not valid.',
		field === 'requestBody' ? undefined : field,
	);
}
