import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { connect } from '../../../nodes/AppointmentScheduling/n8n/connect';
import { executeNode } from '../support';
import { failureOf } from '../support/failure';

/** Long enough for n8n's own timeout never to end a connection of a busy machine on which something arrives. */
const BUDGET_MS = 2_000;

class Reading extends AppointmentScheduling {
	override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const signal = this.getExecutionCancelSignal();
		const client = await connect(this, { tries: 1, signal });
		await client.with({}, BUDGET_MS).read('appointments/');
		return [[]];
	}
}

// Without nock, which ends such requests itself.
it('n8n stops reading a response that never ends when its time is over', async () => {
	let open = 0;
	const server = createServer((_request, response) => {
		open += 1;
		response.writeHead(200, { 'content-type': 'application/json' });
		const drip = setInterval(() => response.write(' '), 20);
		response.on('close', () => {
			open -= 1;
			clearInterval(drip);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const credentials = { baseUrl: `http://127.0.0.1:${port}` };
	// With a signal, as executions have one.
	const { signal: abortSignal } = new AbortController();
	const failure = await failureOf(executeNode(Reading, { credentials, abortSignal }));
	expect(failure.message).toBe('The service did not respond in time');
	for (let wait = 0; wait < 1_000 && open > 0; wait += 1) {
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	const stillOpen = open;
	server.closeAllConnections();
	server.close();
	expect(stillOpen).toBe(0);
});
