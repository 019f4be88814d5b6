import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { InputError } from '../nodes/AppointmentScheduling/service/errors';
import { isLoopback, validBaseUrl } from '../nodes/AppointmentScheduling/service/addresses';
import { isObject } from '../nodes/AppointmentScheduling/service/values/objects';

/**
 * Refuses what the HTTP Request node offers and would show the token to another server. Whoever may
 * use the credential there may not be allowed to read it.
 * @throws InputError
 */
export function refuseOtherReaders(options: IHttpRequestOptions, baseUrl: string): void {
	const { host, hostname } = new URL(validBaseUrl(baseUrl));
	const { headers, proxy, rejectUnauthorized, skipSslCertificateValidation, agentOptions } =
		options as unknown as IDataObject;
	const tls = isObject(agentOptions) ? agentOptions : {};
	const isInsecure =
		[rejectUnauthorized, tls.rejectUnauthorized].includes(false) ||
		skipSslCertificateValidation === true;
	const readers = {
		// Proxies in front of several services choose the one that gets a request by it.
		Host: Object.entries(isObject(headers) ? headers : {}).some(
			([name, value]) => /^host$/i.test(name.trim()) && String(value).toLowerCase() !== host,
		),
		Proxy: Boolean(proxy),
		'Ignore SSL Issues (Insecure)': isInsecure && !isLoopback(hostname),
		'SSL Certificates': Boolean(tls.ca) && !isLoopback(hostname),
	};
	const [option] = Object.entries(readers).find(([, isSet]) => isSet) ?? [];
	if (option === undefined) return;
	throw new InputError(
		option,
		'it could let another server read the access token of this credential',
		'Remove it. A proxy or a certificate authority that you trust belongs in the settings of n8n itself',
	);
}
