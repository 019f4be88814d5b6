import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { validBaseUrl } from '../../../../nodes/AppointmentScheduling/service/values/addresses';
import {
	authorized,
	type Credential,
} from '../../../../nodes/AppointmentScheduling/service/http/authorization';
import {
	DEFAULT_SETTINGS,
	ServiceClient,
	type ServiceAnswer,
} from '../../../../nodes/AppointmentScheduling/service/http/client';
import { Service, type ServiceOptions } from '../../../stand-in';
import { handle } from '../../../stand-in/server/validation';

const services = new Map<string, Service>();

/** The stand-in without a network, for tests that ask it very often. */
export function serviceInProcess(options: ServiceOptions): Service {
	const service = new Service(options);
	service.baseUrl = `https://service-${services.size}.example`;
	services.set(service.baseUrl, service);
	return service;
}

const broken = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

async function exchange(service: Service, options: IHttpRequestOptions): Promise<ServiceAnswer> {
	const { method = 'GET', url, body, headers = {} } = options;
	const { pathname: path, search, origin } = new URL(url);
	const fault = service.faults.meet(method, path);
	if (fault?.kind === 'reset') throw broken();
	if (fault?.kind === 'respond') {
		return { status: fault.status, headers: fault.headers ?? {}, body: fault.body ?? '' };
	}
	const query = search.slice(1);
	const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
	const answer = await handle({
		service,
		request: {
			method,
			path,
			query,
			headers: Object.fromEntries(names) as Record<string, string>,
			body: body === undefined ? '' : JSON.stringify(body),
			place: { origin, path, query },
		},
	});
	if (fault?.kind === 'answerLost') throw broken();
	const { status, headers: answered = {}, body: content } = answer;
	const type = typeof content === 'string' ? 'text/plain' : 'application/json';
	const copy: unknown = content === undefined ? '' : JSON.parse(JSON.stringify(content));
	return { status, headers: { 'content-type': type, ...answered }, body: copy };
}

/** What `connect` gives, leading to a stand-in in this process. */
export async function connectInProcess(
	context: IAllExecuteFunctions,
	settings: Partial<typeof DEFAULT_SETTINGS> = {},
): Promise<ServiceClient> {
	const credential = await context.getCredentials<Credential>('appointmentSchedulingApi');
	const baseUrl = validBaseUrl(credential.baseUrl);
	const service = services.get(baseUrl);
	if (!service) throw new Error(`There is no service at ${baseUrl}`);
	return new ServiceClient(
		async (options) => await exchange(service, authorized(credential, options)),
		{ ...DEFAULT_SETTINGS, arrayFormat: 'repeat', ...settings, checkAfter: [0], baseUrl },
	);
}
