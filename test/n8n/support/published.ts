import type { INodeParameters } from 'n8n-workflow';
import type { Service } from '../../stand-in';
import { eventually, type Execution } from '../harness';
import { example } from './examples';
import { useSharedN8n } from './fixture';
import { credentialOfMailbox, startMailbox, type Mailbox } from './mailbox';

/** n8n's default, which must not decide any hour that people read. */
const workflowZone = 'America/New_York';
const HOUR = 3_600_000;

export const HOSTILE =
	'=HYPERLINK("//evil.example") Ana <!channel>\r\nBcc: <b>all</b> https://evil.example/x *[here](//evil.example)*';

/** Where the services of strangers write a start. */
export const WAYS = ['offset', 'utc', 'local'] as const;

/** An example as its user publishes it, in a workflow whose zone is not that of the service. */
export class Published {
	mailbox!: Mailbox;
	id = '';
	private readonly credentials: Record<string, string> = {};
	private readonly fixture = useSharedN8n({ zone: 'Europe/Madrid', dialect: 'paged' });

	get service(): Service {
		return this.fixture.service;
	}

	get api() {
		return this.fixture.n8n.api;
	}

	async prepare(): Promise<void> {
		this.mailbox = await startMailbox();
		this.credentials.appointmentSchedulingApi = this.fixture.credentialId;
		this.credentials.smtp = await this.api.createCredential(credentialOfMailbox(this.mailbox), {
			type: 'smtp',
		});
	}

	async import(file: string, parameters: Record<string, INodeParameters> = {}): Promise<void> {
		const { credentials } = this;
		const workflow = example(file, { credentials, parameters, timezone: workflowZone });
		({ id: this.id } = await this.api.createWorkflow(workflow));
	}

	/** Imports and publishes it. With `watches`, returns when its trigger has recorded what there is. */
	async publish(
		file: string,
		{ parameters = {}, watches = false }: PublishOptions = {},
	): Promise<void> {
		await this.import(file, parameters);
		this.service.requests.clear();
		await this.api.activate(this.id);
		if (watches) await this.listed(1);
	}

	/** Waits until the appointments have been listed so many times. */
	async listed(times: number): Promise<void> {
		await eventually(() => {
			const lists = this.service.requests.of('GET', /appointments\/$/);
			const ended = lists.filter(({ endedAt }) => endedAt !== undefined).length;
			expect(ended).toBeGreaterThanOrEqual(times);
		});
	}

	/** The first runs to end, oldest first; none of them failed. */
	async runs(count: number): Promise<Execution[]> {
		const ended = await this.api.waitForExecutions(this.id, count);
		expect(ended.map(({ status }) => status)).toEqual(ended.map(() => 'success'));
		return ended.reverse();
	}

	inHours(hours: number): string {
		return this.service.zone.iso(Date.now() + hours * HOUR);
	}

	stored(key: string) {
		return this.service.appointments.get(key)!;
	}

	/** The workflow is gone, and so are the appointments. */
	async clear(): Promise<void> {
		await this.api.deleteWorkflow(this.id);
		const { appointments } = this.service;
		for (const { appointment_key: key } of [...appointments.list()]) appointments.remove(key);
		this.service.speak({ dates: 'offset' });
	}
}

interface PublishOptions {
	parameters?: Record<string, INodeParameters>;
	watches?: boolean;
}

export function useExamples(): Published {
	const published = new Published();
	beforeAll(async () => await published.prepare());
	afterEach(async () => await published.clear());
	afterAll(async () => await published.mailbox?.stop());
	return published;
}
