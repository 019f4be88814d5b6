// Runs the service's stand-in for the bench, which speaks to it over the channel of the fork.
import { startService, type Service } from '../stand-in';
import type { Order, Seen, Started, WantedDialect } from './standIn';

async function run(): Promise<void> {
	const { appointments, dialect } = JSON.parse(process.argv[2] ?? '{}') as {
		appointments: number;
		dialect: WantedDialect;
	};
	const service = await startService({ dialect });
	service.seed(appointments);
	process.on('disconnect', () => process.exit(0));
	process.on('message', (order: Order) => process.send?.(obey(service, order)));
	const keys = service.matching({}).map(({ appointment_key: key }) => key);
	const started: Started = { baseUrl: service.baseUrl, token: service.token, keys };
	process.send?.(started);
}

function obey(service: Service, order: Order): Seen {
	if (order.kind === 'speak') service.speak(order.dialect);
	if (order.kind === 'forget') {
		service.requests.clear();
		service.inFlight.reset();
	}
	return {
		inFlight: service.inFlight.max,
		requests: service.requests.total,
		refused: service.requests.entries.filter(({ status }) => status === 429).length,
	};
}

void run();
