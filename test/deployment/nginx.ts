import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathOf } from '../../tools/programs.cjs';
import { loopbackCertificate, temporaryFolder } from '../n8n/harness';
import { BackgroundProcess } from '../n8n/harness/process/background-process';
import { isFree } from '../n8n/harness/process/ports';
import { scratch } from '../n8n/harness/paths';

/** nginx with HTTPS on a port, in front of n8n; it adds the usual headers, and takes the path away. */
export async function startNginx(
	port: number,
	n8nPort: number,
	path: string,
): Promise<BackgroundProcess> {
	const folder = temporaryFolder('nginx');
	const { keyFile, certFile } = await loopbackCertificate();
	const configuration = join(folder, 'nginx.conf');
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
	await writeFile(
		configuration,
		`daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
	access_log off;
	${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n\t')}
	server {
		listen 127.0.0.1:${port} ssl;
		ssl_certificate ${certFile};
		ssl_certificate_key ${keyFile};
		location ${path} {
			proxy_pass http://127.0.0.1:${n8nPort}/;
			proxy_http_version 1.1;
			proxy_set_header Host $http_host;
			proxy_set_header X-Real-IP $remote_addr;
			proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
			proxy_set_header X-Forwarded-Host $http_host;
			proxy_set_header X-Forwarded-Proto $scheme;
		}
	}
}
`,
	);
	const nginx = new BackgroundProcess({
		name: 'nginx',
		command: pathOf('nginx')!,
		args: ['-p', folder, '-c', configuration],
		env: {},
		cwd: folder,
		logFile: join(scratch('logs'), `nginx-${port}.log`),
	});
	await nginx.waitUntil('ready', async () => !(await isFree(port)));
	return nginx;
}
