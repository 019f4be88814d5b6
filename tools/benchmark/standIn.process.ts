// Runs the service's stand-in for the bench, which speaks to it over the channel of the fork.
import { startService, type Dialect, type Service } from '../../test/stand-in';
import type { Started, WantedDialect } from './standIn';

async function run(): Promise<void> {
	const { appointments, dialect, upcoming } = JSON.parse(process.argv[2] ?? '{}') as {
		appointments: number;
		dialect: WantedDialect;
		upcoming: boolean;
	};
	const tomorrow = Date.now() + 86_400_000;
	const fromTomorrow = (index: number) => ({
		start_date: new Date(tomorrow + index * 60_000).toISOString(),
	});
	const service = await startService({ dialect });
	service.seed(appointments, upcoming ? fromTomorrow : {});
	process.on('disconnect', () => process.exit(0));
	process.on('message', (dialect: Partial<Dialect>) => process.send?.(speak(service, dialect)));
	const keys = service.matching({}).map(({ appointment_key: key }) => key);
	const started: Started = { baseUrl: service.baseUrl, token: service.token, keys };
	process.send?.(started);
}

function speak(service: Service, dialect: Partial<Dialect>): number {
	service.speak(dialect);
	const refused = service.requests.entries.filter(({ status }) => status === 429).length;
	service.requests.clear();
	return refused;
}

void run();
