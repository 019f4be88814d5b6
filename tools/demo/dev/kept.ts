import type { N8n } from '../../../test/n8n/harness';
import { credentialType } from '../../../test/n8n/harness';
import type { Service } from '../../../test/stand-in';

const name = 'Stand-in service';

/** Points the kept credential at the service that runs now; true if there was none. */
export async function keptCredential({ api }: N8n, service: Service): Promise<boolean> {
	const data = {
		baseUrl: service.baseUrl,
		accessToken: service.token,
		timezone: service.zone.name,
	};
	const credentials = await api.rest<Array<{ id: string; name: string }>>('GET', '/credentials');
	const kept = credentials.find((credential) => credential.name === name);
	if (kept) {
		const body = { name, type: credentialType, data };
		await api.rest('PATCH', `/credentials/${kept.id}`, { body });
	} else {
		await api.createCredential(data, { name });
	}
	return kept === undefined;
}

/** The service starts empty: published workflows register their webhooks again. */
export async function republish({ api }: N8n): Promise<void> {
	const { data } = await api.public<{ data: Array<{ id: string }> }>(
		'GET',
		'/workflows?active=true',
	);
	for (const { id } of data) {
		await api.deactivate(id);
		await api.activate(id).catch((error: unknown) => console.error(error));
	}
}
