import type { IncomingHttpHeaders } from 'node:http';
import type { Place } from '../lists/pages';
import type { Service } from '../service';
import { appointments } from './appointments';
import { calendars } from './calendars';
import { webhooks } from './webhooks';

/** A request that has been read whole. */
export interface ServedRequest {
	method: string;
	path: string;
	query: string;
	headers: IncomingHttpHeaders;
	body: string;
	place: Place;
	/** Gets the names of what the service does not know. */
	ignored: string[];
}

export interface Call {
	request: ServedRequest;
	service: Service;
}

/** What the description calls by `operationId`, after it has checked the request. */
export const operations = { ...appointments, ...calendars, ...webhooks };
