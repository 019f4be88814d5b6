import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { scratch } from '../paths';

/** One self-signed certificate for 127.0.0.1 and localhost, trusted by every n8n started here. */
export async function loopbackCertificate() {
	const folder = scratch('certificate');
	const keyFile = join(folder, 'key.pem');
	const certFile = join(folder, 'cert.pem');
	if (!existsSync(certFile)) {
		const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
			keyType: 'ec',
			algorithm: 'sha256',
			extensions: [
				{ name: 'basicConstraints', cA: true },
				{
					name: 'subjectAltName',
					altNames: [
						{ type: 2, value: 'localhost' },
						{ type: 7, ip: '127.0.0.1' },
					],
				},
			],
		});
		writeFileSync(keyFile, pems.private, { mode: 0o600 });
		writeFileSync(certFile, pems.cert);
	}
	return {
		key: readFileSync(keyFile, 'utf8'),
		cert: readFileSync(certFile, 'utf8'),
		keyFile,
		certFile,
	};
}
