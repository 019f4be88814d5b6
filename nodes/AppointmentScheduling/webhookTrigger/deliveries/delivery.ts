import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { warnWith, type Warn } from '../../n8n/log';
import { zoneOf } from '../../n8n/zone';
import type { ServiceClient } from '../../service/http/client';
import { isObject } from '../../service/values/bodies';
import { storedIn } from '../subscription/stored';
import { secretOf } from '../subscription/urlSecret';
import { whileDelivering } from '../requests';
import { triggerSettings, type TriggerSettings } from '../settings';
import { watchOf, type Watch } from '../../watching/watch';
import { forWorker, releaseHandedOver, type AppointmentState } from '../runs/handover';
import { readNotification, type Notification } from './notification';
import { memoryOf, type DeliveryMemory } from '../runs/memory';

/** A notification as in the document takes less than 1 KB. */
const MOST_BYTES = 1_000_000;
/** The sender gets a response within this time, so that it does not time out. */
const LONGEST_MS = 10_000;

/** A delivery, read once from n8n's context. */
export interface Delivery {
	settings: TriggerSettings;
	/** A test event in the editor. */
	isTest: boolean;
	/** The registered URL, without the secret. */
	address(): string;
	secret: { given: unknown; registered: string | undefined };
	/** Why the body is not a notification. */
	flaw?: { status: number; message: string };
	/** What the workflow gets. Empty if there is a flaw. */
	notification: Notification;
	memory: DeliveryMemory;
	/** What is known about appointments, if an option needs it. */
	watch: Watch | undefined;
	/** Identifies the event. Set once a check has found that it has not run yet. */
	identity?: string;
	/** The appointment's state in this run, if it is watched. */
	appointment?: AppointmentState;
	/** Reports to the memory whether the run was started. */
	settle?: (isStarted: boolean) => void;
	/** ms left for a response. */
	timeLeft(): number;
	/** A client that stops when no time is left. @throws InputError */
	connect(): Promise<ServiceClient>;
	/** The time zone of starts without an offset. */
	zone(): Promise<string>;
	/** Puts the memory into static data, which n8n saves. */
	persist(): void;
	/** What static data contains, if a worker may need it. */
	forWorker(): IDataObject | undefined;
	warn: Warn;
}

/** @throws InputError if an option is not valid */
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
	if (watch) releaseHandedOver(watch);
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
		forWorker: () => forWorker(staticData),
		warn: warnWith(context),
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

/** n8n parses JSON only if the content type says so. JSON without a content type, or as text, is parsed here. */
function bodyOf(context: IWebhookFunctions): unknown {
	const body: unknown = context.getBodyData();
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	if (isObject(body) || !rawBody) return body;
	try {
		return JSON.parse(rawBody.toString('utf8').replace(/^\uFEFF/, ''));
	} catch {
		return undefined;
	}
}
