import type { Service } from './service';

/** The credential's fields for a service, in its dialect. */
export const credentialOf = ({ baseUrl, token, dialect }: Service) => ({
	baseUrl,
	accessToken: token,
	webhookAuthScheme: dialect.webhookScheme,
	arrayFormat: dialect.arrayEncoding,
});
