// Runs the service's stand-in for the bench, which speaks to it over the channel of the fork.
import { startService, type Service } from '../../test/stand-in';
import type { Order, Seen, Started, WantedDialect } from './standIn';

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
		timeline: timelineOf(service),
	};
}

const MOMENTS = 60;

function timelineOf({ requests: { entries } }: Service): Seen['timeline'] {
	const first = entries[0]?.startedAt ?? 0;
	const took = Math.max(...entries.map(({ endedAt = first }) => endedAt), first) - first;
	return Array.from({ length: MOMENTS + 1 }, (_, index) => {
		const at = (took * index) / MOMENTS;
		const value = entries.filter(
			({ startedAt, endedAt = Infinity }) => startedAt <= first + at && endedAt > first + at,
		).length;
		return { at: Math.round(at), value };
	});
}

void run();
