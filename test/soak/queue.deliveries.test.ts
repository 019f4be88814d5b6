import { QueueBench } from '../queue/support/bench';
import { describeCopies } from '../queue/support/copies';

const bench = new QueueBench();

beforeAll(async () => await bench.start());
afterAll(async () => await bench.stop());

describeCopies(bench, 100);
