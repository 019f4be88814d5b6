import type { Context } from 'openapi-backend';
import type { Call } from '.';
import { freeTimes, type Wanted } from '../freeTimes';
import { pageOf } from '../lists/pages';
import { Refusal, type Answer } from '../server/refusal';
import { shownCalendar, shownService } from '../shapes';

/** What can be booked, and when. */
export const calendars = {
	listCalendars({ request }: Context, { service, request: { place } }: Call): Answer {
		const { is_active } = request.query as { is_active?: string };
		const wanted = String(is_active).toLowerCase();
		const isFiltered = wanted === 'true' || wanted === 'false';
		const rows = service.calendars
			.list()
			.filter(
				(one) => !service.settings.blind && (!isFiltered || String(one.is_active) === wanted),
			);
		return pageOf(rows, place, service.settings, (one) => shownCalendar(one, service.settings));
	},

	listServices(_context: Context, { service, request: { place } }: Call): Answer {
		const rows = service.settings.blind ? [] : service.services.list();
		return pageOf(rows, place, service.settings, (one) => shownService(one, service.settings));
	},

	listAvailableDateTimes({ request }: Context, { service, request: { place } }: Call): Answer {
		const wanted = request.query as unknown as Wanted;
		const calendar = service.calendars.get(wanted.calendar_key);
		if (!calendar || service.settings.blind) throw new Refusal(404, 'Not found.');
		const unknown = wanted.service_keys?.find((key) => !service.services.get(key));
		if (unknown !== undefined)
			throw Refusal.ofField(
				'service_keys',
				`Select a valid choice. ${unknown} is not one of the available choices.`,
			);
		return pageOf(freeTimes(calendar, wanted, service), place, service.settings, (one) => one);
	},
};
