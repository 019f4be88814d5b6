import type { IWebhookFunctions } from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { zoneOf } from '../n8n/zone';
import type { ServiceClient } from '../service/http/client';
import { storedIn } from '../subscription/stored';
import { secretOf } from '../subscription/urlSecret';
import { whileDelivering } from '../trigger/requests';
import { triggerSettings, type TriggerSettings } from '../trigger/settings';
import type { Seen } from '../watching/snapshot';
import { watchOf, type Watch } from '../watching/watch';
import { readNotification, type Notification } from './notification';
import { memoryOf, type DeliveryMemory } from './once/memory';

/** A notification as the document describes it takes less than 1 KB. */
const MOST_BYTES = 1_000_000;
/** The sender waits no longer than this for a response, so that it does not time out. */
const LONGEST_MS = 10_000;

/** One delivery, read once from n8n's context. */
export interface Delivery {
	settings: TriggerSettings;
	/** A test event in the editor. */
	isTest: boolean;
	/** The URL that the service was given, without secret. */
	address(): string;
	secret: { given: unknown; registered: string | undefined };
	/** Why the body is no notification. */
	flaw?: { status: number; message: string };
	/** What the workflow gets; without content if there is a flaw. */
	notification: Notification;
	memory: DeliveryMemory;
	/** What is known of appointments, if an option needs it. */
	watch: Watch | undefined;
	/** What identifies the event, once a check has found that it has not run. */
	identity?: string;
	/** The state that the run is about, if it is watched. */
	appointment?: { key: string; seen: Seen };
	/** Tells the memory whether the run was started. */
	settle?: (isStarted: boolean) => void;
	/** ms that are left for a response. */
	timeLeft(): number;
	/** A client that gives up when no time is left. @throws InputError */
	connect(): Promise<ServiceClient>;
	/** For a start without an offset. */
	zone(): Promise<string>;
	/** Puts what is remembered where n8n saves it. */
	persist(): void;
	warn(message: string, error: unknown): void;
}

/** @throws InputError if an option is not readable */
export function readDelivery(context: IWebhookFunctions): Delivery {
	const staticData = context.getWorkflowStaticData('node');
	const memory = memoryOf(context.getWorkflow().id, context.getNode().id);
	memory.adopt(staticData.deliveries);
	const settings = triggerSettings(context);
	const isTest = context.getMode() === 'manual';
	const watch =
		isTest || !settings.watches
			? undefined
			: watchOf(context.getWorkflow().id, context.getNode().id);
	watch?.adopt(staticData.watched);
	const end = performance.now() + LONGEST_MS;
	const timeLeft = () => Math.max(0, end - performance.now());
	const open = async () => await connect(context, whileDelivering(timeLeft()));
	return {
		settings,
		isTest,
		address: () => context.getNodeWebhookUrl('default') ?? '',
		secret: {
			given: (context.getQueryData() as { secret?: unknown }).secret,
			registered: secretOf(storedIn(staticData).webhookUrl ?? ''),
		},
		...readBody(context),
		memory,
		watch,
		timeLeft,
		connect: open,
		zone: async () => zoneOf(context, await open()).name,
		persist: () => {
			memory.giveTo(staticData);
			if (watch) staticData.watched = watch.toStored();
		},
		warn: (message, error) =>
			context.logger.warn(message, {
				reason: error instanceof Error ? error.message : String(error),
			}),
	};
}

function readBody(context: IWebhookFunctions): Pick<Delivery, 'flaw' | 'notification'> {
	const none: Notification = { event: '', data: null };
	if (sizeOf(context) > MOST_BYTES) {
		return { flaw: { status: 413, message: 'The body is too large' }, notification: none };
	}
	const { notification, reason } = readNotification(bodyOf(context));
	if (notification) return { notification };
	return { flaw: { status: 400, message: reason }, notification: none };
}

/** Bytes of the body, as received or as announced. */
function sizeOf(context: IWebhookFunctions): number {
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	return rawBody?.length ?? Number(context.getHeaderData()['content-length'] ?? 0);
}

/** n8n parses JSON that is declared as such. JSON without a content type, or sent as text, is parsed here. */
function bodyOf(context: IWebhookFunctions): unknown {
	const body: unknown = context.getBodyData();
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	const isParsed = body !== null && typeof body === 'object' && Object.keys(body).length > 0;
	if (isParsed || !rawBody?.length) return body;
	try {
		return JSON.parse(rawBody.toString('utf8').replace(/^\uFEFF/, ''));
	} catch {
		return undefined;
	}
}
