import type { ServedRequest } from '../server/requests';
import type { Service } from '../service';
import { appointments } from './appointments';
import { calendars } from './calendars';
import { webhooks } from './webhooks';

export interface Call {
	request: ServedRequest;
	service: Service;
}

/** What the description calls by `operationId`, after it has checked the request. */
export const operations = { ...appointments, ...calendars, ...webhooks };
