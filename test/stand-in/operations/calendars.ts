import type { Context } from 'openapi-backend';
import type { Call } from '.';
import { freeTimes, type Wanted } from '../freeTimes';
import { booleanIn, demandServices } from '../lists/filters';
import { pageOf } from '../lists/pages';
import { Refusal, type Answer } from '../server/refusal';
import { shownCalendar, shownService } from '../shapes';

/** What can be booked, and when. */
export const calendars = {
	listCalendars({ request }: Context, call: Call): Answer {
		const { calendars, settings } = call.service;
		const isActive = booleanIn(request.query.is_active);
		const rows = calendars.list().filter((one) => (isActive ?? one.is_active) === one.is_active);
		return pageOf(rows, call, (one) => shownCalendar(one, settings));
	},

	listServices(_context: Context, call: Call): Answer {
		const { services, settings } = call.service;
		return pageOf(services.list(), call, (one) => shownService(one, settings));
	},

	listAvailableDateTimes({ request }: Context, call: Call): Answer {
		const { service } = call;
		const wanted = request.query as unknown as Wanted;
		const calendar = service.calendars.get(wanted.calendar_key);
		if (!calendar) throw new Refusal(404, 'Not found.');
		demandServices(wanted.service_keys ?? [], service);
		return pageOf(freeTimes(calendar, wanted, service), call, (one) => one);
	},
};
