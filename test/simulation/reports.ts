import { CANCELED, CREATED, UPDATED, isCanceled, type Event, type Version } from './account';
import type { Options } from './circumstances';
import { isSame } from './said';

export const LATER = ['ATTENDED', 'IN_PROGRESS', 'NO_SHOW'];

/** What a check reports of an appointment whose last known state was another one, or none. */
export function reportOf(
	former: Version | undefined,
	now: Version,
	{ events, onlyWhenChanged, status }: Options,
): string | undefined {
	if (status.length > 0 && !status.includes(now.status)) return undefined;
	if (!former) {
		const kinds = [
			CREATED,
			...(isCanceled(now.status) ? [CANCELED] : []),
			...(LATER.includes(now.status) ? [UPDATED] : []),
		];
		return kinds.find((kind) => events.includes(kind));
	}
	if (isSame(former, now)) return undefined;
	const kind = isCanceled(now.status) && !isCanceled(former.status) ? CANCELED : UPDATED;
	const isChange = kind === CANCELED || isChanged(former, now, onlyWhenChanged);
	return events.includes(kind) && isChange ? kind : undefined;
}

export const isMoment = (polled: string): boolean => ['startsSoon', 'ended'].includes(polled);

/** What a poll reports. */
export function polledReportOf(
	former: Version | undefined,
	now: Version,
	{ polled, status }: Options,
): string | undefined {
	if (status.length > 0 && !status.includes(now.status)) return undefined;
	const isReported = {
		created: !former,
		rescheduled: former && former.start !== now.start,
		statusChanged: former && former.status !== now.status,
		canceled: isCanceled(now.status) && !(former && isCanceled(former.status)),
		startsSoon: false,
		ended: false,
	}[polled];
	return isReported ? polled : undefined;
}

export const differs = (one: Version, other: Version, fields: string[]): boolean =>
	fields.some((field) => one[field as 'start' | 'status'] !== other[field as 'start' | 'status']);

/** As Only When Changed decides. */
export const isChanged = (one: Version, other: Version, fields: string[]): boolean =>
	fields.length === 0 || differs(one, other, fields);

/** Whether two versions agree in what an event contains. */
export const agrees = ({ data, kind }: Event, one: Version, other: Version): boolean =>
	(one.start === other.start || data.start_date === undefined) &&
	(one.status === other.status || (data.status === undefined && kind !== CREATED));
