import { N8nApi, type Account } from './api/api';
import { startN8n, type Instance, type N8n } from './n8n';
import { packTarball } from './package';

/** How jest's workers learn about it: an environment variable, since they are other processes. */
const ADDRESS = 'SHARED_N8N';

interface Address {
	url: string;
	logFile: string;
	account: Account;
	cookie: string;
}

let started: N8n | undefined;

/** Starts an n8n with the packed package that test files may use together. */
export async function startShared(): Promise<void> {
	started = await startN8n({
		packageTarball: await packTarball(),
		editor: true,
		env: { GENERIC_TIMEZONE: 'America/New_York', N8N_LOG_LEVEL: 'debug' },
	});
	const { url, logFile, account, api } = started;
	process.env[ADDRESS] = JSON.stringify({ url, logFile, account, cookie: await api.session() });
}

/** Without SIGTERM: n8n would wait for an execution whose workflow a test has deleted as it began. */
export async function stopShared(): Promise<void> {
	await started?.kill();
}

/** The n8n that was started before the test files. It is not for a file to stop. */
export async function sharedN8n(): Promise<Instance> {
	const address = process.env[ADDRESS];
	if (!address) throw new Error('No n8n was started for several test files');
	const { url, logFile, account, cookie } = JSON.parse(address) as Address;
	return {
		api: new N8nApi(url, account, cookie),
		running: true,
		url,
		logFile,
		webhookUrl: (path) => `${url}/webhook/${path}`,
	};
}
